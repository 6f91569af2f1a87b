import { CALLS, type CallData } from "@lotus/contract";
import type { DeviceMessageKey } from "@lotus/locales";
import { publicBeacon, publicWitness, whoRuns, type WhoRuns } from "@lotus/fair/known";
import { formatVerifierKey, parsePolicy, PolicyError } from "@lotus/tlog";
import { Card, Skeleton, Strip } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { CopyOnHold } from "../../../components/clipboard/copy-on-hold.tsx";
import { CopyValue } from "../../../components/clipboard/copy-value.tsx";
import { api } from "../../../session/api.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import styles from "./about.module.css";

/** What draws are verified against: the log with its key, the beacon and the witnesses, and who runs them. */
export function DrawTrust() {
  const { t } = useI18n();
  const fairness = useQuery({
    queryKey: ["fairness"],
    queryFn: ({ signal }) => api.call(CALLS.fairness, {}, { signal, hideErrors: true }),
  });
  if (fairness.isError && fairness.data === undefined) return null;
  return (
    <section>
      <h2 className={styles.heading}>{t("device.fair.title")}</h2>
      <Card>
        {fairness.data === undefined ? (
          <Skeleton width="100%" height={400} />
        ) : (
          <Trust fairness={fairness.data} />
        )}
      </Card>
    </section>
  );
}

const RUN_BY = {
  public: "device.fair.public",
  house: "device.fair.house",
  none: "device.fair.none",
} as const satisfies Record<string, DeviceMessageKey>;

function Trust({ fairness }: { fairness: CallData<typeof CALLS.fairness> }) {
  const { t, number } = useI18n();
  const { origin, beacon, isWatched, draws } = fairness;
  const { key, witnesses, runBy, beaconName } = partiesOf(fairness);
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t("device.fair.log")}</dt>
        <dd>{origin}</dd>
        {key !== null && (
          <>
            <dt>{t("device.fair.key")}</dt>
            <dd>
              <Copied value={key} label={t("device.fair.copy")} />
            </dd>
          </>
        )}
        <dt>{t("device.fair.beacon")}</dt>
        <dd>
          <b>{t(RUN_BY[runBy.beacon])}</b>
          {beaconName !== null && <span>{beaconName}</span>}
          <code>{beacon.hash}</code>
        </dd>
        <dt>{t("device.fair.witnesses")}</dt>
        <dd>
          <b>{t(RUN_BY[runBy.witnesses])}</b>
          {witnesses.map(({ vkey, name, operator }) => (
            <span key={vkey}>
              {operator === null ? t("device.fair.unknown", { name }) : `${name} · ${operator}`}
            </span>
          ))}
        </dd>
        {draws.sold > 0 && (
          <>
            <dt>{t("device.fair.voids")}</dt>
            <dd>{t("device.fair.voidsOf", { voided: number(draws.voided), sold: number(draws.sold) })}</dd>
          </>
        )}
      </dl>
      {!isWatched && runBy.witnesses !== "none" && <Strip shape="card">{t("device.fair.paused")}</Strip>}
      <p className={styles.words}>{t("device.fair.words")}</p>
    </>
  );
}

function Copied({ value, label }: { value: string; label: string }) {
  return (
    <span className={styles.key}>
      <CopyOnHold value={value}>
        <code>{value}</code>
      </CopyOnHold>
      <CopyValue label={label} value={value} />
    </span>
  );
}

interface Parties {
  readonly key: string | null;
  readonly runBy: WhoRuns;
  readonly beaconName: string | null;
  readonly witnesses: readonly {
    readonly vkey: string;
    readonly name: string;
    readonly operator: string | null;
  }[];
}

/** The log's key, and who runs what by the list of this build; a malformed policy names nobody. */
function partiesOf({ policy: text, beacon }: CallData<typeof CALLS.fairness>): Parties {
  const { hash, publicKey, genesis, period } = beacon;
  const chain = { hash, publicKey, genesisS: genesis, periodS: period };
  const beaconName = publicBeacon(chain)?.name ?? null;
  try {
    const policy = parsePolicy(text);
    const [log] = policy.logs;
    return {
      key: log === undefined ? null : formatVerifierKey(log.key),
      runBy: whoRuns({ policy, beacon: chain }),
      beaconName,
      witnesses: [...policy.witnesses.values()].map((party) => {
        const listed = publicWitness(party);
        const vkey = formatVerifierKey(party.key);
        return { vkey, name: listed?.name ?? party.key.name, operator: listed?.runBy ?? null };
      }),
    };
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return { key: null, witnesses: [], beaconName, runBy: { beacon: "house", witnesses: "none" } };
  }
}
