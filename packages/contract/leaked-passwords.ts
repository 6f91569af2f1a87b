/** The most common passwords of published leaks, of eight characters and more, in lower case. */
export const LEAKED_PASSWORDS: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 password password1 password123 password12 passw0rd p@ssword p@ssw0rd qwerty123
qwertyuiop qwerty12 qwertyui 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsxedc zaq12wsx 11111111 111111111 1111111111 00000000
000000000 0000000000 87654321 987654321 9876543210 0987654321 123123123 12341234 11223344 1122334455 12121212 123321123
12344321 88888888 888888888 66666666 99999999 77777777 55555555 44444444 33333333 22222222 abcd1234 abc12345 abc123456
a1234567 a12345678 a123456789 aa123456 aa12345678 asdfghjk asdfghjkl asdf1234 asd123456 iloveyou iloveyou1 iloveyou123
sunshine princess football baseball superman batman123 starwars whatever trustno1 welcome1 welcome123 admin123
admin1234 administrator letmein1 letmein123 dragon123 monkey123 shadow123 master123 michael1 jennifer jordan23
computer internet samsung1 liverpool chelsea1 arsenal1 barcelona realmadrid qwe123456 qwer1234 q1w2e3r4 q1w2e3r4t5
zxcvbnm1 zxcvbnm123 147258369 147852369 159753456 741852963 789456123 963852741 159357258 12345679 123456788
1234567a 12345678a 123456789a 123456abc 123456qwe abcdefgh abcdefg1 abcd12345 qweasdzxc qweqweqwe asdasdasd
zxczxczxc 1qazxsw2 q1w2e3r4t5y6 aaaaaaaa anhyeuem anhyeuem1 matkhau1 matkhau123 matkhau1234 emyeuanh 0123456789 01234567
12345678910 123456123 password! passwort senha123 senha1234 contrasena changeme changeme1 default1 secret123 lottery1
lotus123 lotus1234`.split(/\s+/u),
);
