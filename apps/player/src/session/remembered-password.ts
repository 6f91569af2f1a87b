/**
 * The password that a player has this device remember: encrypted under a non-extractable key in IndexedDB, so that a
 * copy of the storage does not reveal it. It outlives log-out, which is its purpose; it is deleted when the player
 * unticks the box, changes the password, forgets the device, or when another username logs in. The withdrawal password
 * is never stored.
 */
const DATABASE = "lotus.remembered";
const STORE = "kept";

/** The stored record. The key can encrypt and decrypt, but its bits cannot be exported. */
export interface StoredPassword {
  readonly key: CryptoKey;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly cipher: ArrayBuffer;
  readonly username: string;
}

/** Its storage: IndexedDB, the only one that can hold such a key. */
export interface PasswordStore {
  put: (stored: StoredPassword) => Promise<unknown>;
  get: () => Promise<StoredPassword | undefined>;
  clear: () => Promise<unknown>;
}

/** Whether this page can store a password at all: WebCrypto and IndexedDB need a secure context. */
export function canRemember(): boolean {
  return globalThis.isSecureContext && "indexedDB" in globalThis && crypto.subtle !== undefined;
}

/** Stores a password for a username, in place of any other. */
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

/** The password stored for a username. Undefined: none stored, stored for another username, or the storage failed. */
export async function rememberedPassword(
  username: string,
  store = browserStore,
): Promise<string | undefined> {
  if (!canRemember()) return undefined;
  try {
    const stored = await store.get();
    if (stored === undefined || stored.username !== username) return undefined;
    const plain = await crypto.subtle.decrypt(boundTo(username, stored.iv), stored.key, stored.cipher);
    return new TextDecoder().decode(plain);
  } catch {
    // Private windows and deleted keys: the player types the password, as without this feature.
    return undefined;
  }
}

/** Deletes the stored password. */
export async function forgetPassword(store = browserStore): Promise<void> {
  if (!canRemember()) return;
  try {
    await store.clear();
  } catch {
    // If the storage cannot be opened, nothing is stored in it.
  }
}

/** The username is authenticated with the ciphertext, so that one player's password never decrypts for another. */
function boundTo(username: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(username) };
}

const browserStore: PasswordStore = {
  put: (stored) => withStore("readwrite", (store) => store.put(stored, "password")),
  // Only `put` writes to this store.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  get: () => withStore("readonly", (store) => store.get("password")) as Promise<StoredPassword | undefined>,
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
