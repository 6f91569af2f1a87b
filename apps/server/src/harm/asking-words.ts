import type { Locale } from "@lotus/locales";

/**
 * Words by which players ask customer service for money to play with, in each language. They are looked for in the player's
 * own lines, in all languages at once, before the line is sealed. Each is a phrase that hardly means anything else: what is
 * asked about the player's own money ("when does my money come") is not among them.
 */
export const ASKING_WORDS: Readonly<Record<Locale, readonly string[]>> = {
  "vi-VN": [
    "cho vay",
    "cho mượn",
    "vay tiền",
    "mượn tiền",
    "ứng trước",
    "cho nợ",
    "hết sạch tiền",
    "trả lại tiền thua",
  ],
  "en-US": [
    "lend me",
    "borrow",
    "loan",
    "on credit",
    "advance me",
    "give me money",
    "give me back what i lost",
    "no money left",
    "lost everything",
  ],
  "zh-CN": ["借钱", "借我", "借点", "贷款", "赊账", "预支", "没钱了", "输光", "把输的钱还给我"],
  "zh-TW": ["借錢", "借我", "借點", "貸款", "賒帳", "預支", "沒錢了", "輸光", "把輸的錢還給我"],
  "id-ID": [
    "pinjam uang",
    "pinjami",
    "pinjamkan",
    "pinjaman",
    "hutang dulu",
    "utang dulu",
    "uang habis",
    "kembalikan kekalahan",
  ],
  "ja-JP": [
    "お金を貸",
    "貸してくだ",
    "貸してほし",
    "借りたい",
    "前借り",
    "ツケで",
    "お金がなくなっ",
    "全部負け",
  ],
  "ko-KR": ["빌려", "대출", "외상", "가불", "돈이 없어", "다 잃었"],
  "pt-BR": [
    "me empresta",
    "emprestar dinheiro",
    "empréstimo",
    "fiado",
    "adiantamento",
    "sem dinheiro",
    "perdi tudo",
  ],
  es: [
    "préstame",
    "prestarme",
    "préstamo",
    "dinero prestado",
    "fiado",
    "adelanto",
    "sin dinero",
    "lo perdí todo",
  ],
  fr: [
    "prêtez-moi",
    "prête-moi",
    "me prêter",
    "un prêt",
    "à crédit",
    "avance d'argent",
    "plus d'argent",
    "j'ai tout perdu",
  ],
};
