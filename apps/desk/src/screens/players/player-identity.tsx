import { Box, TableCell, TableRow } from "@mui/material";
import { DESK_CALLS, type PlayerRecord } from "@lotus/contract/desk";
import { Link } from "react-admin";
import { useMay } from "../../actions/why-not.ts";
import { CallProblem } from "../../components/call-problem.tsx";
import { Forbidden } from "../../components/forbidden.tsx";
import { Moment } from "../../components/amount.tsx";
import { TableCard } from "../../components/table-card.tsx";
import { useCall } from "../../components/use-call.ts";
import { IdentityState } from "../../features/identity-state.tsx";
import { RevealedPerson } from "../../features/revealed-person.tsx";
import { toldText } from "../../features/told-text.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

/** Who a player is as far as the house knows, and all documents that were sent. */
export function PlayerIdentity({ player }: { readonly player: PlayerRecord }) {
  const may = useMay();
  return may("identity.read") ? <Identity player={player} /> : <Forbidden action="identity.read" />;
}

function Identity({ player }: { readonly player: PlayerRecord }) {
  const t = useI18n();
  const { data, error, reload } = useCall(DESK_CALLS.playerIdentity, { params: { id: player.id } });
  if (data === undefined) return <CallProblem error={error} reload={reload} />;
  const { sent, ...person } = data;
  const ref = { id: player.id, name: player.username, status: player.status };
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <RevealedPerson player={ref} person={person} onChanged={reload} />
      <TableCard
        title={t("identity.documents")}
        heads={["identity.sentAt", "identity.state", "identity.decidedBy", "identity.reason"]}
        empty={sent.length === 0 ? t("identity.nothingSent") : undefined}
      >
        {sent.map(({ id, sentAt, state, operator, reason }) => (
          <TableRow key={id}>
            <TableCell>
              <Link to={`/identities/${id}/show`}>
                <Moment at={sentAt} />
              </Link>
            </TableCell>
            <TableCell>
              <IdentityState state={state} />
            </TableCell>
            <TableCell>{operator?.name ?? "–"}</TableCell>
            <TableCell sx={{ overflowWrap: "anywhere" }}>{toldText(reason, t)}</TableCell>
          </TableRow>
        ))}
      </TableCard>
    </Box>
  );
}
