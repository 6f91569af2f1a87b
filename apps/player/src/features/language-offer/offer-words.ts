import type { Locale } from "@lotus/locales";

interface OfferWords {
  readonly offer: string;
  readonly yes: string;
  readonly no: string;
}

/** The offer in each language. It is shown while another catalogue is active, so no catalogue can contain it. */
export const OFFER_WORDS: Readonly<Record<Locale, OfferWords>> = {
  "vi-VN": { offer: "Ứng dụng này có tiếng Việt.", yes: "Dùng tiếng Việt", no: "Để sau" },
  "en-US": { offer: "This app is also in English.", yes: "Use English", no: "Not now" },
  "id-ID": { offer: "Aplikasi ini juga berbahasa Indonesia.", yes: "Bahasa Indonesia", no: "Nanti" },
  "ja-JP": { offer: "このアプリは日本語でも使えます。", yes: "日本語にする", no: "今はしない" },
  "ko-KR": { offer: "이 앱은 한국어로도 볼 수 있습니다.", yes: "한국어로 보기", no: "나중에" },
  "pt-BR": { offer: "Este app também está em português.", yes: "Em português", no: "Agora não" },
  "zh-TW": { offer: "本應用程式也有繁體中文版。", yes: "切換到繁體中文", no: "暫時不要" },
  "zh-CN": { offer: "本应用也有简体中文版。", yes: "切换到简体中文", no: "暂时不要" },
  fr: { offer: "Cette application existe aussi en français.", yes: "En français", no: "Plus tard" },
  es: { offer: "Esta aplicación también está en español.", yes: "En español", no: "Ahora no" },
};
