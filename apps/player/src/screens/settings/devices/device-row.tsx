import type { CallData, CALLS } from "@lotus/contract";
import { Button, ListRow, Pill } from "@lotus/ui";
import { useI18n, type I18n } from "../../../i18n/use-i18n.tsx";

/** A session of the player. */
export type Session = CallData<typeof CALLS.sessions>["list"][number];

/** "Chrome on Android", or as much of it as is known of the session. */
export function deviceName({ browser, system }: Session, { t }: I18n): string {
  if (browser !== "" && system !== "") return t("account.devices.name", { browser, system });
  return browser + system === "" ? t("account.devices.unknown") : browser + system;
}

/** One session: its device, its location, and when it was last active. */
export function DeviceRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const words = useI18n();
  const { t, dateTime } = words;
  const name = deviceName(session, words);
  return (
    <ListRow
      title={name}
      detail={
        <>
          {t("account.devices.seen", { address: session.address, time: dateTime(session.lastSeen) })}
          {session.signedInBy === "passkey" && (
            <>
              <br />
              {t("account.devices.byPasskey")}
            </>
          )}
        </>
      }
      status={
        session.current ? (
          <Pill tone="brand">{t("account.devices.this")}</Pill>
        ) : (
          <Button variant="ghost" size="s" aria-label={t("account.devices.endOf", { name })} onClick={onEnd}>
            {t("account.devices.end")}
          </Button>
        )
      }
    />
  );
}
