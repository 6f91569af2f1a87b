/**
 * The password a player asked this device to remember: encrypted under a key that the browser never hands out
 * (non-extractable, in IndexedDB), so that no copy of the storage reveals it. It outlives log-out, which is
 * its use; it is wiped when the player unticks, changes the password, forgets the device, or when another
 * username logs in. The withdrawal password is never kept.
 */
const DATABASE = "lotus.remembered";
const STORE = "kept";

/** What is stored. The key can encrypt and decrypt, but its bits cannot be read by anyone. */
export interface Kept {
  readonly key: CryptoKey;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly cipher: ArrayBuffer;
  readonly username: string;
}

/** Where it is stored: IndexedDB, which alone can hold such a key. */
export interface PasswordStore {
  put: (kept: Kept) => Promise<unknown>;
  get: () => Promise<Kept | undefined>;
  clear: () => Promise<unknown>;
}

/** Whether this page may keep a password at all: WebCrypto and IndexedDB need a secure context. */
export function canRemember(): boolean {
  return globalThis.isSecureContext && "indexedDB" in globalThis && crypto.subtle !== undefined;
}

/** Keeps a password for a username, in place of any other. */
export async function rememberPassword(
  username: string,
  password: string,
  store = browserStore,
): Promise<void> {
  if (!canRemember()) return;
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const cipher = await crypto.subtle.encrypt(boundTo(username, iv), key, new TextEncoder().encode(password));
  await store.put({ key, iv, cipher, username });
}

/** The password kept for a username, or undefined: none kept, kept for another, or the storage is broken. */
export async function rememberedPassword(
  username: string,
  store = browserStore,
): Promise<string | undefined> {
  if (!canRemember()) return undefined;
  try {
    const kept = await store.get();
    if (kept === undefined || kept.username !== username) return undefined;
    const plain = await crypto.subtle.decrypt(boundTo(username, kept.iv), kept.key, kept.cipher);
    return new TextDecoder().decode(plain);
  } catch {
    // Private windows and cleared keys: the player types the password, as without this feature.
    return undefined;
  }
}

/** Wipes what is kept. */
export async function forgetPassword(store = browserStore): Promise<void> {
  if (!canRemember()) return;
  try {
    await store.clear();
  } catch {
    // Nothing can be kept where the storage cannot be opened.
  }
}

/** Bound to the username, so that what is kept for one player never opens for another. */
function boundTo(username: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(username) };
}

const browserStore: PasswordStore = {
  put: (kept) => withStore("readwrite", (store) => store.put(kept, "password")),
  // Only `put` writes here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  get: () => withStore("readonly", (store) => store.get("password")) as Promise<Kept | undefined>,
  clear: () => withStore("readwrite", (store) => store.clear()),
};

async function withStore(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const database = await settled(openDatabase());
  try {
    return await settled(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function openDatabase(): IDBOpenDBRequest {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE));
  return request;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("IndexedDB failed")));
  });
}
