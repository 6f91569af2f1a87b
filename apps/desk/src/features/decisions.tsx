import { TableCell, TableRow } from "@mui/material";
import { ACTION_NAMES, type DeskDecision } from "@lotus/contract/desk";
import { Amount, Moment } from "../components/amount.tsx";
import { TableCard } from "../components/table-card.tsx";
import { useI18n } from "../i18n/use-i18n.ts";
import { noteText, toldText } from "./told-text.ts";

/** Every decision about a thing: who, what, what the player was told, and the note that operators alone read. */
export function Decisions({ list }: { readonly list: readonly DeskDecision[] | undefined }) {
  const t = useI18n();
  if (list === undefined || list.length === 0) return null;
  return (
    <TableCard
      title={t("decision.title")}
      heads={["decision.what", "decision.by", "decision.at", "action.told", "action.note"]}
    >
      {list.map(({ action, operator, at, amount, told, note }) => {
        const known = ACTION_NAMES.find((name) => name === action);
        return (
          <TableRow key={`${action} ${operator.id} ${at}`}>
            <TableCell>
              {known === undefined ? action : t(`action.${known}`)}{" "}
              {amount !== null && <Amount value={amount} strong />}
            </TableCell>
            <TableCell>{operator.name}</TableCell>
            <TableCell>
              <Moment at={at} />
            </TableCell>
            <TableCell>{told === null ? "–" : toldText(told, t)}</TableCell>
            <TableCell sx={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
              {note === "" ? "–" : noteText(note, t)}
            </TableCell>
          </TableRow>
        );
      })}
    </TableCard>
  );
}
