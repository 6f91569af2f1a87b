/**
 * VietQR: the code of bank apps in Vietnam, NAPAS' profile of EMVCo's merchant-presented mode. Fields are tag, length
 * (two digits each) and value; the last one is a checksum over everything before it.
 */

/** Content of a transfer code. */
export interface VietQrTransfer {
  /** NAPAS id of the receiving bank, six digits. */
  readonly bin: string;
  readonly account: string;
  /** Whole đồng. */
  readonly amountDong: bigint;
  /** Reference of the transfer: at most 25 printable ASCII characters. */
  readonly reference: string;
}

const NAPAS = "A000000727";
const TO_ACCOUNT = "QRIBFTTA";
const DONG = "704";

/**
 * The text of a single-use code with bank, account, amount and reference. @throws RangeError for an amount of zero or a
 * field that is too long
 */
export function vietQr({ bin, account, amountDong, reference }: VietQrTransfer): string {
  if (amountDong <= 0n || amountDong.toString().length > 13) throw new RangeError("no amount of a VietQR");
  if (!/^\d{6}$/u.test(bin) || !/^[0-9A-Za-z]{1,19}$/u.test(account))
    throw new RangeError("no account of a VietQR");
  if (!/^[\x20-\x7e]{1,25}$/u.test(reference)) throw new RangeError("no reference of a VietQR");
  const receiver = field("00", bin) + field("01", account);
  const text = [
    field("00", "01"),
    // 12: single use.
    field("01", "12"),
    field("38", field("00", NAPAS) + field("01", receiver) + field("02", TO_ACCOUNT)),
    field("53", DONG),
    field("54", amountDong.toString()),
    field("58", "VN"),
    // Bank apps use the purpose as the transfer's reference text.
    field("62", field("08", reference)),
    "6304",
  ].join("");
  return text + crc16(text).toString(16).toUpperCase().padStart(4, "0");
}

function field(tag: string, value: string): string {
  return tag + String(value.length).padStart(2, "0") + value;
}

/** CRC-16/CCITT-FALSE over ASCII: polynomial 0x1021, initial value 0xffff, not reflected. */
function crc16(text: string): number {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, "latin1")) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}
