import { Alert, Box } from "@mui/material";
import { amountToPass, DESK_CALLS, type Action, type DeskOrderRecord } from "@lotus/contract/desk";
import { ActionButton } from "../actions/action-button.tsx";
import { useWhyNotSecond } from "../actions/why-not-second.ts";
import { useBreakText } from "./break-text.ts";
import { useDecided } from "./decided.ts";
import { useDesk } from "../shell/desk.ts";
import { useConfig } from "../shell/use-config.ts";
import { useI18n } from "../i18n/use-i18n.ts";
import { amountOf, twoBecause } from "../components/alone.tsx";

/** Why the operator must leave an order to a colleague; undefined if nothing prevents them. */
export function conflictText(order: DeskOrderRecord, t: ReturnType<typeof useI18n>): string | undefined {
  if (order.keptApart === null) return undefined;
  const { action, own, ofTree } = order.keptApart;
  if (action === "payment.match")
    return t(own ? "order.keptApart.matchedOwn" : "order.keptApart.matchedRelated");
  if (ofTree) return t(own ? "order.keptApart.treeOwn" : "order.keptApart.treeRelated");
  return t(own ? "order.keptApart.own" : "order.keptApart.related");
}

/**
 * Why an amount of an order must not be credited: the player's break, or their own deposit limit; undefined if nothing of
 * theirs forbids it. A withdrawal is paid out all the same.
 */
export function useProtected(): (order: DeskOrderRecord, amount: bigint) => string | undefined {
  const t = useI18n();
  const { money } = useConfig();
  const breakText = useBreakText();
  return ({ type, player, room = null }, amount) => {
    if (type !== "recharge") return undefined;
    const isOver = room !== null && amount > amountOf(room);
    return (
      breakText("credit", player.onBreak) ?? (isOver ? t("break.overRoom", { room: money(room) }) : undefined)
    );
  };
}

/** What came of what was asked for, in words; undefined where these are the same. */
export function cameOf(
  order: DeskOrderRecord,
  t: ReturnType<typeof useI18n>,
  money: (wire: string) => string,
): string | undefined {
  const asked = order.payment?.asked ?? order.amount;
  const came = amountToPass(order);
  return came === asked ? undefined : t("order.cameOf", { came: money(came), asked: money(asked) });
}

/** Pass and cancel of a money order, with the amount to be moved. */
export function OrderActions({ order }: { readonly order: DeskOrderRecord }) {
  return (
    <Box sx={{ display: "inline-flex", flexWrap: "wrap", justifyContent: "flex-end", gap: 1 }}>
      <PassButton order={order} />
      <CancelButton order={order} />
    </Box>
  );
}

/** What both buttons say of an order, and how it ended if a colleague was faster. */
function useOrder(order: DeskOrderRecord) {
  const t = useI18n();
  const { call } = useDesk();
  const server = useConfig();
  const decided = useDecided();
  const first = waitingFirst(order, server.id);
  // What a colleague proposed is confirmed as it is; deciding otherwise is another button.
  const passes = first?.amount ?? amountToPass(order);
  const came = cameOf(order, t, server.money);
  const summary = `${order.player.name} · ${server.money(passes)} · ${order.id}`;
  const isRecharge = order.type === "recharge";
  const outcome = async (): Promise<string> => {
    const read = isRecharge ? DESK_CALLS.recharge : DESK_CALLS.withdrawal;
    const { status, decidedBy, finishedAt, reason } = await call(read, { params: { id: order.id } });
    return decided({ by: decidedBy, what: t(`order.status.${status}`), at: finishedAt, reason });
  };
  const shared = { state: order.status, playerState: order.player.status, outcome };
  return { t, call, server, first, passes, came, summary, isRecharge, shared };
}

function PassButton({ order }: { readonly order: DeskOrderRecord }) {
  const { t, call, server, first, passes, came, summary, isRecharge, shared } = useOrder(order);
  const whyNotSecond = useWhyNotSecond();
  const ofThis = order.approvals.filter(({ amount }) => amount === undefined || amount === passes);
  // An operator who proposed another amount may still pass this one.
  const passed = first === undefined && ofThis.some(({ operator }) => operator.id === server.id);
  const because = twoFor(order, amountOf(passes), t, server.money);
  const action: Action = isRecharge ? "recharge.pass" : "withdrawal.pass";
  const notSecond = whyNotSecond(because === undefined ? [] : ofThis.map(({ operator }) => operator.id));
  const isProtected = useProtected();
  const breakText = useBreakText();
  const paysOut = isRecharge ? undefined : breakText("payOut", order.player.onBreak);
  const notNow = amountOf(passes) === 0n ? t("order.cameOther") : notSecond;
  const amount = server.money(passes);
  return (
    <ActionButton
      {...shared}
      summary={
        <>
          {first !== undefined && <Proposed order={order} first={first} />}
          {first === undefined && came !== undefined && (
            <Alert severity="warning" sx={{ mb: 1 }}>
              {came}
            </Alert>
          )}
          {paysOut !== undefined && (
            <Alert severity="info" sx={{ mb: 1 }}>
              {paysOut}
            </Alert>
          )}
          <Box sx={{ mb: 1 }}>
            {order.nameNear === true ? `${summary} · ${t("order.nameNear")}` : summary}
          </Box>
        </>
      }
      action={action}
      variant="main"
      needsTwo={first === undefined && because !== undefined}
      twoBecause={because}
      label={
        first !== undefined
          ? t("order.confirm", { amount })
          : came === undefined
            ? t(`action.${action}`)
            : t("order.passCame", { amount })
      }
      blocked={
        isProtected(order, amountOf(passes)) ??
        (passed ? t("order.passedByYou") : (conflictText(order, t) ?? notNow))
      }
      run={({ reason, idempotencyKey }) =>
        call(
          isRecharge ? DESK_CALLS.passRecharge : DESK_CALLS.passWithdrawal,
          {
            params: { id: order.id },
            body: {
              ...(isRecharge && { amount: passes }),
              ...(isRecharge && first !== undefined && { confirms: first.operator.id }),
              ...(reason === "" ? {} : { reason }),
            },
          },
          { idempotencyKey },
        )
      }
    />
  );
}

function CancelButton({ order }: { readonly order: DeskOrderRecord }) {
  const { t, call, server, first, summary, isRecharge, shared } = useOrder(order);
  const { notices = [] } = order.payment ?? {};
  const came = notices.map((each) => `${server.decimal(each.amount)} ${each.currency}`).join(", ");
  return (
    <ActionButton
      {...shared}
      action={isRecharge ? "recharge.cancel" : "withdrawal.cancel"}
      variant="danger"
      summary={
        <>
          {first !== undefined && <Otherwise first={first} amount={null} />}
          <Box sx={{ mb: 1 }}>{summary}</Box>
          {notices.length > 0 && (
            <Alert severity="warning" sx={{ mb: 1 }}>
              {t("order.cancelCame", { came })}
            </Alert>
          )}
        </>
      }
      without={notices.length > 0 ? "notReceived" : undefined}
      run={({ reason, note, idempotencyKey }) =>
        call(
          isRecharge ? DESK_CALLS.cancelRecharge : DESK_CALLS.cancelWithdrawal,
          { params: { id: order.id }, body: { reason, ...note } },
          { idempotencyKey },
        )
      }
    />
  );
}

/** The first of two people whose proposal waits for another person than this one; undefined for none. */
export function waitingFirst(order: DeskOrderRecord, ownId: string): Approval | undefined {
  return order.approvals.some(({ operator }) => operator.id === ownId) ? undefined : order.approvals[0];
}

type Approval = DeskOrderRecord["approvals"][number];

/** What the first person proposed and noted, and what came. */
export function Proposed({ order, first }: { readonly order: DeskOrderRecord; readonly first: Approval }) {
  const t = useI18n();
  const { money } = useConfig();
  const came = order.payment?.came ?? null;
  const differs = came !== null && came !== (first.amount ?? order.amount);
  return (
    <Alert severity={differs ? "warning" : "info"} sx={{ mb: 1 }}>
      {t("order.proposed", {
        name: first.operator.name,
        amount: money(first.amount ?? order.amount),
        note: first.note === "" ? "–" : first.note,
      })}{" "}
      {came !== null && t("order.cameOf", { came: money(came), asked: money(order.payment?.asked ?? came) })}
    </Alert>
  );
}

/** Says that a decision is another one than the first person proposed; nothing if it is that one. */
export function Otherwise({ first, amount }: { readonly first: Approval; readonly amount: string | null }) {
  const t = useI18n();
  const { money } = useConfig();
  if (amount !== null && (first.amount ?? amount) === amount) return null;
  return (
    <Alert severity="warning" sx={{ mb: 1 }}>
      {t("order.otherwise", {
        name: first.operator.name,
        amount: first.amount === undefined ? "" : money(first.amount),
        note: first.note === "" ? "–" : first.note,
      })}
    </Alert>
  );
}

/** Why an amount of an order needs two people, as text; undefined when one is enough. The server decides by the same rules. */
export function twoFor(
  order: DeskOrderRecord,
  amount: bigint,
  t: ReturnType<typeof useI18n>,
  money: (wire: string) => string,
): string | undefined {
  const { came = null, told = null } = order.payment ?? {};
  if (came !== null && amount > amountOf(came)) return t("alone.came", { came: money(came) });
  if (told !== null && amount <= amountOf(told)) return undefined;
  return twoBecause(t, money, amount, order.bounds);
}
