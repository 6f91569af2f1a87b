import { remoteConfig } from "../api/remote-config.ts";

/**
 * The few texts needed when there is no catalogue: the server is unreachable, or the catalogue itself failed to load.
 * They exist in the languages of the browser's runtime and fall back to English, whatever the product's own fallback
 * is.
 */
const RUNTIME_WORDS = {
  en: {
    network: "Network error",
    timeout: "The request timed out",
    error: "Something went wrong",
    reload: "The page did not load. Tap to reload",
  },
  vi: {
    network: "Lỗi mạng",
    timeout: "Yêu cầu quá thời gian",
    error: "Có lỗi xảy ra",
    reload: "Không tải được trang. Chạm để tải lại",
  },
  id: {
    network: "Jaringan bermasalah",
    timeout: "Waktu permintaan habis",
    error: "Terjadi kesalahan",
    reload: "Halaman gagal dimuat. Ketuk untuk memuat ulang",
  },
  ja: {
    network: "ネットワークエラー",
    timeout: "リクエストがタイムアウトしました",
    error: "エラーが発生しました",
    reload: "ページを読み込めませんでした。タップして再読み込み",
  },
  ko: {
    network: "네트워크 오류",
    timeout: "요청 시간이 초과되었습니다",
    error: "오류가 발생했습니다",
    reload: "페이지를 불러오지 못했습니다. 탭하여 다시 불러오기",
  },
  pt: {
    network: "Erro de rede",
    timeout: "A solicitação demorou demais",
    error: "Algo deu errado",
    reload: "A página não carregou. Toque para recarregar",
  },
  fr: {
    network: "Erreur réseau",
    timeout: "La requête a expiré",
    error: "Une erreur est survenue",
    reload: "La page n’a pas pu être chargée. Touchez pour recharger",
  },
  es: {
    network: "Error de red",
    timeout: "La solicitud tardó demasiado",
    error: "Algo salió mal",
    reload: "La página no se cargó. Toca para recargar",
  },
  "zh-Hans": { network: "网络异常", timeout: "请求超时", error: "出错了", reload: "页面加载失败，点击重试" },
  "zh-Hant": {
    network: "網路異常",
    timeout: "請求逾時",
    error: "發生錯誤",
    reload: "頁面載入失敗，點一下重試",
  },
} as const satisfies Record<string, RuntimeTexts>;

interface RuntimeTexts {
  readonly network: string;
  readonly timeout: string;
  readonly error: string;
  readonly reload: string;
}

export type RuntimeWord = keyof RuntimeTexts;
export type RuntimeLanguage = keyof typeof RUNTIME_WORDS;

/** A runtime text in the language of a tag, such as "zh-TW" (traditional) or "vi-VN"; else in the operator's fallback. */
export function runtimeWord(word: RuntimeWord, tag: string): string {
  const language = runtimeLanguage(tag) ?? runtimeLanguage(remoteConfig.runtimeFallbackLocale) ?? "en";
  return RUNTIME_WORDS[language][word];
}

function runtimeLanguage(tag: string): RuntimeLanguage | undefined {
  if (/^zh/iu.test(tag)) return /hant|tw|hk|mo/iu.test(tag) ? "zh-Hant" : "zh-Hans";
  const language = tag.slice(0, 2).toLowerCase();
  // The table has no other keys than its languages.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.keys(RUNTIME_WORDS).find((known) => known === language) as RuntimeLanguage | undefined;
}
