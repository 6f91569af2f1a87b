import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { racerOf } from "../../artwork/racer-of.ts";
import { useBalance } from "../../session/user-info.ts";
import { resultKey, seeResults } from "../../session/result-news.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { gamesQuery } from "../game-data/queries.ts";
import { drawOf } from "./period-result.ts";
import { putWindowAway, type ToldResult, useToldResults } from "./told-results.ts";

const LateDialog = lazy(() =>
  import("./result-dialog.tsx").then(({ ResultDialog }) => ({ default: ResultDialog })),
);

/** Results in a window, one after the other, on pages that do not show them in place. */
export function ResultWindow() {
  const windows = useToldResults((told) => told.windows);
  const [first] = windows;
  if (first === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Opened key={resultKey(first.gameCode, first.prizeNo)} result={first} waiting={windows.length - 1} />
    </Suspense>
  );
}

function Opened({ result, waiting }: { result: ToldResult; waiting: number }) {
  const { gameCode, prizeNo, orders } = result;
  const games = useQuery({ ...gamesQuery, enabled: false }).data?.list;
  const balance = useBalance().data;
  const draw = drawOf(orders);
  if (draw === undefined) return null;
  const close = () => {
    seeResults([resultKey(gameCode, prizeNo)]);
    putWindowAway();
  };
  return (
    <LateDialog
      open
      gameName={games?.find((game) => game.gameCode === gameCode)?.name ?? gameCode}
      racer={racerOf(gameCode)}
      result={draw}
      orders={orders}
      balance={balance}
      waiting={waiting}
      onClose={close}
      onVerify={() => {
        close();
        void navigation.push(href("verify", { code: gameCode, prize: prizeNo }));
      }}
    />
  );
}
