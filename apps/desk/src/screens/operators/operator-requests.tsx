import { Alert, Box, TableCell, TableRow } from "@mui/material";
import { DESK_CALLS, type OperatorRequestRecord } from "@lotus/contract/desk";
import { ActionButton } from "../../actions/action-button.tsx";
import { useWhyNotSecond } from "../../actions/why-not-second.ts";
import { Age } from "../../components/age.tsx";
import { Moment } from "../../components/amount.tsx";
import { TableCard } from "../../components/table-card.tsx";
import { useCall } from "../../components/use-call.ts";
import { useDecided } from "../../features/decided.ts";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import type { ShownHalf } from "./half-dialog.tsx";

const EVERY_MS = 10_000;

interface OperatorRequestsProps {
  readonly onHalf: (half: ShownHalf) => void;
}

/** Requests by admins about operators, which another admin has to confirm. */
export function OperatorRequests({ onHalf }: OperatorRequestsProps) {
  const t = useI18n();
  const { data } = useCall(
    DESK_CALLS.operatorRequests,
    { query: { status: "waiting", order: "oldest" } },
    { everyMs: EVERY_MS },
  );
  if (data === undefined) return null;
  return (
    <Box sx={{ display: "grid", gap: 2, mt: 2 }}>
      {data.admins < 2 && <Alert severity="warning">{t("request.oneAdmin")}</Alert>}
      <TableCard
        title={t("request.title")}
        heads={[
          "request.what",
          "operator.name",
          "operator.role",
          "action.reason",
          "request.askedBy",
          "request.expiresAt",
          { right: "order.actions" },
        ]}
        empty={data.list.length === 0 ? t("request.none") : undefined}
      >
        {data.list.map((request) => (
          <RequestRow key={request.id} request={request} onHalf={onHalf} />
        ))}
      </TableCard>
    </Box>
  );
}

interface RequestRowProps extends OperatorRequestsProps {
  readonly request: OperatorRequestRecord;
}

function RequestRow({ request, onHalf }: RequestRowProps) {
  const t = useI18n();
  const { call } = useDesk();
  const { id: ownId } = useConfig();
  const whyNotSecond = useWhyNotSecond();
  const { id, kind, operator, role, reason, askedBy, askedAt, expiresAt } = request;
  const params = { id };
  const what = t(`action.operator.${kind}`);
  const decided = useDecided();
  const outcome = async (): Promise<string | undefined> => {
    const { list } = await call(DESK_CALLS.operatorRequests, { query: {} });
    const now = list.find((each) => each.id === id);
    if (now === undefined) return undefined;
    return decided({ by: now.decidedBy, what: t(`request.status.${now.status}`), at: now.decidedAt });
  };
  const summary = t("request.asks", {
    name: askedBy.name,
    what: [what, operator.name, ...(role === null ? [] : [t(`role.${role}`)])].join(" · "),
    reason,
  });
  const shared = { state: request.status, summary, outcome };
  const blocked = (): string | undefined => {
    if (askedBy.id === ownId) return t("request.askedByYou");
    return operator.id === ownId ? t("operator.own") : whyNotSecond([askedBy.id]);
  };
  return (
    <TableRow>
      <TableCell>{what}</TableCell>
      <TableCell>{operator.name}</TableCell>
      <TableCell>{role === null ? "–" : t(`role.${role}`)}</TableCell>
      <TableCell sx={{ maxWidth: 280, overflowWrap: "anywhere" }}>{reason}</TableCell>
      <TableCell>
        {askedBy.name}, <Moment at={askedAt} />
        <br />
        <Age since={askedAt} />
      </TableCell>
      <TableCell>
        <Moment at={expiresAt} />
      </TableCell>
      <TableCell align="right">
        <Box sx={{ display: "inline-flex", flexWrap: "wrap", justifyContent: "flex-end", gap: 1 }}>
          <ActionButton
            {...shared}
            action="operator.confirm"
            variant="main"
            blocked={blocked()}
            run={({ reason: why, idempotencyKey }) =>
              call(
                DESK_CALLS.confirmOperatorRequest,
                { params, body: why === "" ? {} : { reason: why } },
                { idempotencyKey },
              )
            }
            onDone={({ half }) => {
              if (half !== null) onHalf({ which: "second", name: operator.name, half });
            }}
          />
          <ActionButton
            {...shared}
            action="operator.cancel"
            variant="danger"
            run={({ reason: why, idempotencyKey }) =>
              call(DESK_CALLS.cancelOperatorRequest, { params, body: { reason: why } }, { idempotencyKey })
            }
          />
        </Box>
      </TableCell>
    </TableRow>
  );
}
