import { expect, test } from "vitest";
import { readSources } from "./layers.ts";

const VIETNAMESE = /[ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ]/iu;
/** Strings, templates and patterns in one line of code. */
const LITERAL = /"(?:[^"\\]|\\.)*"|`[^`]*`|\/(?:[^/\\\n]|\\.)+\/u/gu;

/** What players, operators and a faked server write, and pieces of texts that no key of a catalogue gives alone. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  "e2e/browser-data.test.ts": ["Dán được: câu này dài hơn"],
  "e2e/desk-and-player.test.ts": ["Khi nào tiền về?", "Trong 30 phút.", "Cảm ơn"],
  // The desk's own catalogue.
  "e2e/enrolment.test.ts": ["Thiết lập đăng nhập"],
  "e2e/splash.test.ts": ["Des tirages équitables"],
  "e2e/every-mode.test.ts": ["cược"],
  "e2e/finding-and-reading.test.ts": [
    "Tiếng Việt",
    "mật khẩu rút tiền",
    "phút",
    "Chưa quay",
    "long hổ",
    "Kỳ ",
  ],
  "e2e/main-path.test.ts": [" · Kỳ "],
  "e2e/navigation.test.ts": ["phút"],
  "e2e/own-settings.test.ts": ["Tiếng Việt"],
  "e2e/plain-http.test.ts": [" · Kỳ "],
  "e2e/requests.test.ts": ["Lỗi mạng", "Máy chủ bận", "Có lỗi xảy ra", "Chưa được"],
  "e2e/screens/accounts.ts": ["Xin chào, bao giờ"],
  "e2e/testing/game-screen.ts": ["Đầu|Đuôi", "cược"],
  "e2e/testing/notices.ts": [""],
  "e2e/testing/withdraw.ts": ["NGUYỄN VĂN AN"],
  "e2e/windows.test.ts": ["đã đăng xuất"],
};

function literals(text: string): string[] {
  const code = text
    .split("\n")
    .filter((line) => !/^\s*(?:\/?\*|\/\/)/u.test(line))
    .join("\n");
  return (code.match(LITERAL) ?? []).filter((literal) => VIETNAMESE.test(literal));
}

test("journeys find things by keys of the catalogue, not by Vietnamese texts", () => {
  const wrong = [...readSources()]
    .filter(([path]) => path.startsWith("e2e/"))
    .flatMap(([path, text]) =>
      literals(text)
        .filter((literal) => !(ALLOWED[path] ?? []).some((allowed) => literal.includes(allowed)))
        .map((literal) => `${path}: ${literal}`),
    );
  expect(wrong).toEqual([]);
});

test("a Vietnamese text is found anywhere", () => {
  expect(
    literals('page.getByText("Đăng nhập"); page.getByText(/^Đặt/u); page.getByText(text("auth.login"));'),
  ).toEqual(['"Đăng nhập"', "/^Đặt/u"]);
});
