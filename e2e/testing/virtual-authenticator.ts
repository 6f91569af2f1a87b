import type { CDPSession, Page } from "playwright-core";

/** A device's own authenticator in a page of Chromium (CDP, domain WebAuthn), whose user is always there and verified. */
export interface VirtualAuthenticator {
  /** Whether the user is verified from now on, as by a fingerprint. */
  verify(verified: boolean): Promise<void>;
  /** Ids of its passkeys, in base64. */
  credentials(): Promise<readonly string[]>;
  /** Sets the counter of its only passkey back, as in a copy. */
  setBack(signCount: number): Promise<void>;
  remove(): Promise<void>;
}

/** Gives a page an authenticator of its own. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const list = async () => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return {
    verify: async (isUserVerified) => {
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    credentials: async () => (await list()).map(({ credentialId }) => credentialId),
    setBack: async (signCount) => {
      const [credential] = await list();
      if (credential === undefined) throw new Error("the authenticator has no passkey");
      await cdp.send("WebAuthn.clearCredentials", { authenticatorId });
      await cdp.send("WebAuthn.addCredential", { authenticatorId, credential: { ...credential, signCount } });
    },
    remove: async () => {
      await cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
    },
  };
}
