/** A bank as players know it. */
export interface Bank {
  /** Short code, also what its mark shows; the id by which transfer links name it, in lower case. */
  readonly code: string;
  /** NAPAS id: the first digits of its cards, and what VietQR names it by. */
  readonly bin: string;
  /** The name people use. */
  readonly name: string;
  /** The registered name, without "Ngân hàng TMCP". */
  readonly full: string;
  /** Hue of its mark, in degrees. */
  readonly hue: number;
}

/** Code, NAPAS id, name, registered name and hue, the most used first. */
const ROWS = `
VCB|970436|Vietcombank|Ngoại thương Việt Nam|145
ICB|970415|VietinBank|Công thương Việt Nam|205
BIDV|970418|BIDV|Đầu tư và Phát triển Việt Nam|175
VBA|970405|Agribank|Nông nghiệp và Phát triển Nông thôn Việt Nam|350
TCB|970407|Techcombank|Kỹ thương Việt Nam|0
MB|970422|MB Bank|Quân đội|225
ACB|970416|ACB|Á Châu|215
VPB|970432|VPBank|Việt Nam Thịnh Vượng|150
STB|970403|Sacombank|Sài Gòn Thương Tín|210
TPB|970423|TPBank|Tiên Phong|275
HDB|970437|HDBank|Phát triển Thành phố Hồ Chí Minh|20
VIB|970441|VIB|Quốc tế Việt Nam|25
SHB|970443|SHB|Sài Gòn - Hà Nội|30
SEAB|970440|SeABank|Đông Nam Á|5
OCB|970448|OCB|Phương Đông|140
MSB|970426|MSB|Hàng hải Việt Nam|15
EIB|970431|Eximbank|Xuất nhập khẩu Việt Nam|200
LPB|970449|LPBank|Lộc Phát Việt Nam, Bưu điện Liên Việt|35
NAB|970428|Nam A Bank|Nam Á|190
ABB|970425|ABBANK|An Bình|180
SCB|970429|SCB|Sài Gòn|230
VAB|970427|VietABank|Việt Á|220
PVCB|970412|PVcomBank|Đại chúng Việt Nam|40
BAB|970409|Bac A Bank|Bắc Á|45
NCB|970419|NCB|Quốc dân|235
BVB|970438|BaoViet Bank|Bảo Việt|240
VCCB|970454|BVBank|Bản Việt|195
KLB|970452|KienlongBank|Kiên Long|10
PGB|970430|PGBank|Thịnh vượng và Phát triển|245
VIETBANK|970433|VietBank|Việt Nam Thương Tín|250
SGICB|970400|Saigonbank|Sài Gòn Công thương|255
MBV|970414|MBV|Việt Nam Hiện Đại, Đại Dương, Oceanbank|185
DOB|970406|Vikki Bank|Số Vikki, Đông Á, DongA Bank|260
GPB|970408|GPBank|Thịnh vượng và Phát triển Toàn cầu, Dầu khí Toàn cầu|130
CBB|970444|VCBNeo|Ngoại thương Công nghệ số, Xây dựng, CBBank|120
COOPBANK|970446|Co-opBank|Hợp tác xã Việt Nam|110
VRB|970421|VRB|Liên doanh Việt - Nga|300
IVB|970434|Indovina Bank|Indovina|310
SHBVN|970424|Shinhan Bank|Shinhan Việt Nam|222
WVN|970457|Woori Bank|Woori Việt Nam|212
UOB|970458|UOB|United Overseas Bank Việt Nam|218
HSBC|458761|HSBC|HSBC Việt Nam|355
SCVN|970410|Standard Chartered|Standard Chartered Việt Nam|170
PBVN|970439|Public Bank|Public Bank Việt Nam|345
HLBVN|970442|Hong Leong Bank|Hong Leong Việt Nam|340
CIMB|422589|CIMB|CIMB Việt Nam|358
CAKE|546034|CAKE|Ngân hàng số CAKE by VPBank|325
TIMO|963388|Timo|Ngân hàng số Timo by BVBank|265
`;

/** The banks of Vietnam whose accounts receive transfers, the most used first. */
export const BANKS: readonly Bank[] = ROWS.trim()
  .split("\n")
  .map((row) => {
    const [code = "", bin = "", name = "", full = "", hue = "0"] = row.split("|");
    return { code, bin, name, full, hue: Number(hue) };
  });
