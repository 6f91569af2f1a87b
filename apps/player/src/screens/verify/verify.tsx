import { isRefusal } from "@lotus/client";
import { Button, ChevronDownIcon, DownloadIcon, IconButton, NavBar, StateScreen } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLiveEvent } from "../../live/live-events.ts";
import { FailedState } from "../../components/failed-state.tsx";
import { saveFile } from "../../components/save-file.ts";
import { gamesQuery } from "../../features/game-data/queries.ts";
import type { LobbyGame } from "../../features/lobby-games/use-games.ts";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href, type RouteQuery, type ScreenProps } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { PeriodSheet } from "./period-sheet.tsx";
import { ProofView } from "./proof-view.tsx";
import { ProofSkeleton } from "./proof-skeleton.tsx";
import { proofQuery } from "./proof-queries.ts";
import styles from "./verify.module.css";

/** Lets anyone verify a draw: its proof is fetched and recomputed on this device, step by step. */
export function Screen({ query }: ScreenProps<RouteQuery<"verify">>) {
  const { t } = useI18n();
  const games = useQuery(gamesQuery);
  const { code, prize, game } = usePeriod(query, games.data?.list);
  const [choosing, setChoosing] = useState(false);
  const known = code !== undefined && prize !== undefined;
  const proof = useQuery({ ...proofQuery(code ?? "", prize ?? ""), enabled: known });
  useLiveEvent("draw", (draw) => {
    if (draw.gameCode === code && draw.prizeNo === prize) void proof.refetch();
  });
  const failed = known ? proof : games;
  const nothing = games.data !== undefined && !known;
  return (
    <>
      <NavBar
        title={t("app.page.verify")}
        onBack={() => void navigation.back()}
        backLabel={t("app.back")}
        action={
          proof.data !== undefined &&
          known && (
            <IconButton
              label={t("verify.download")}
              icon={<DownloadIcon size={20} />}
              onClick={() => downloadProof(proof.data, code, prize)}
            />
          )
        }
      />
      <div className={styles.page}>
        {proof.data !== undefined && known && (
          <ProofView
            key={`${code} ${prize}`}
            document={proof.data}
            period={{ gameCode: code, prizeNo: prize }}
            game={game}
            onChoose={() => setChoosing(true)}
            onDownload={() => downloadProof(proof.data, code, prize)}
          />
        )}
        {failed.isPending && !nothing && <ProofSkeleton />}
        {failed.isError &&
          failed.data === undefined &&
          (isRefusal(failed.error, "PERIOD_UNKNOWN", "GAME_UNKNOWN") ? (
            <Unknown words={failed.error.msg} onChoose={() => setChoosing(true)} />
          ) : (
            <FailedState error={failed.error} onRetry={() => void failed.refetch()} />
          ))}
        {nothing && <Unknown words={t("verify.noDraw")} onChoose={() => setChoosing(true)} />}
      </div>
      <PeriodSheet
        open={choosing}
        games={games.data?.list ?? []}
        code={code}
        prize={prize}
        onClose={() => setChoosing(false)}
        onChoose={(chosen) => {
          setChoosing(false);
          void navigation.replace(href("verify", chosen));
        }}
      />
    </>
  );
}

/**
 * The period to verify: the requested one, otherwise the last drawn one of the game; it does not change while the page
 * is open.
 */
function usePeriod(query: RouteQuery<"verify">, games: readonly LobbyGame[] | undefined) {
  const drawn = games?.find(({ gameCode, last }) =>
    query.code === undefined ? last !== null : gameCode === query.code,
  );
  const [first, setFirst] = useState<{ code: string; prize: string } | null>(null);
  if (first === null && drawn?.last != null) setFirst({ code: drawn.gameCode, prize: drawn.last.prizeNo });
  const code = query.code ?? first?.code;
  const prize = query.prize ?? first?.prize;
  return { code, prize, game: games?.find(({ gameCode }) => gameCode === code) };
}

function Unknown({ words, onChoose }: { words: string; onChoose: () => void }) {
  const { t } = useI18n();
  return (
    <StateScreen
      picture={<LotusPond state="bud" />}
      title={t("verify.unknown")}
      action={
        <Button icon={<ChevronDownIcon aria-hidden />} onClick={onChoose}>
          {t("verify.choose")}
        </Button>
      }
    >
      {words}
    </StateScreen>
  );
}

/** Saves a proof document as a file, for use in any other verifier. */
function downloadProof(proof: unknown, gameCode: string, prizeNo: string): void {
  const text = JSON.stringify(proof, null, 2);
  saveFile({ name: `proof-${gameCode}-${prizeNo}.json`, type: "application/json", text });
}
