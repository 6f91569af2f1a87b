import { Box, MenuItem, TextField } from "@mui/material";
import { DESK_CALLS, newOperatorName, ROLES, type OperatorRecord, type Role } from "@lotus/contract/desk";
import { useState } from "react";
import { DataTable, Loading } from "react-admin";
import { ActionButton } from "../../actions/action-button.tsx";
import { Moment } from "../../components/amount.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { StateChip, type Tone } from "../../components/state-chip.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { HalfDialog, type ShownHalf } from "./half-dialog.tsx";
import { OperatorRequests } from "./operator-requests.tsx";

const Column = DataTable.Col<OperatorRecord>;
const TONES: Readonly<Record<OperatorRecord["status"], Tone>> = {
  active: "good",
  enrolling: "wait",
  locked: "bad",
};

/** The operators of the desk and their roles. */
export function OperatorList() {
  const t = useI18n();
  const { id: ownId } = useConfig();
  const [half, setHalf] = useState<ShownHalf>();
  if (ownId === "") return <Loading />;
  return (
    <>
      <Box sx={{ mt: 2 }}>
        <NewOperator onHalf={setHalf} />
      </Box>
      <OperatorRequests onHalf={setHalf} />
      <PagedList title={t("resources.operators.name")}>
        <DataTable<OperatorRecord> bulkActionButtons={false} rowClick={false}>
          <Column source="name" label={t("operator.name")} disableSort />
          <Column
            source="role"
            label={t("operator.role")}
            disableSort
            render={({ role }) => t(`role.${role}`)}
          />
          <Column
            source="status"
            label={t("operator.status")}
            disableSort
            render={({ status }) => <StateChip tone={TONES[status]} label={t(`operator.status.${status}`)} />}
          />
          <Column
            source="lastSignInAt"
            label={t("operator.lastSignInAt")}
            disableSort
            render={({ lastSignInAt }) => <Moment at={lastSignInAt} />}
          />
          <Column
            source="id"
            label={t("order.actions")}
            align="right"
            disableSort
            render={(operator) => (
              <OperatorActions operator={operator} own={operator.id === ownId} onHalf={setHalf} />
            )}
          />
        </DataTable>
      </PagedList>
      {half !== undefined && <HalfDialog shown={half} onClose={() => setHalf(undefined)} />}
    </>
  );
}

interface OperatorActionsProps {
  readonly operator: OperatorRecord;
  readonly own: boolean;
  readonly onHalf: (half: ShownHalf) => void;
}

function OperatorActions({ operator, own, onHalf }: OperatorActionsProps) {
  const t = useI18n();
  const { call } = useDesk();
  const params = { id: operator.id };
  const [role, setRole] = useState<Role>(operator.role);
  const shared = {
    state: operator.status,
    summary: operator.name,
    blocked: own ? t("operator.own") : undefined,
  };
  const locked = operator.status === "locked";
  return (
    <Box sx={{ display: "inline-flex", gap: 1, flexWrap: "wrap", justifyContent: "flex-end" }}>
      <ActionButton
        {...shared}
        action="operator.role"
        ready={role !== operator.role}
        fields={<RoleChoice role={role} onChange={setRole} />}
        run={({ reason, idempotencyKey }) =>
          call(DESK_CALLS.changeRole, { params, body: { role, reason } }, { idempotencyKey })
        }
      />
      <ActionButton
        {...shared}
        action="operator.reissue"
        run={({ reason }) => call(DESK_CALLS.reissueOperator, { params, body: { reason } })}
        onDone={({ half }) => {
          if (half !== null) onHalf({ which: "first", name: operator.name, half });
        }}
      />
      <ActionButton
        {...shared}
        action={locked ? "operator.unlock" : "operator.lock"}
        variant={locked ? "plain" : "danger"}
        run={({ reason, idempotencyKey }) =>
          call(
            locked ? DESK_CALLS.unlockOperator : DESK_CALLS.lockOperator,
            { params, body: { reason } },
            { idempotencyKey },
          )
        }
      />
    </Box>
  );
}

function NewOperator({ onHalf }: Pick<OperatorActionsProps, "onHalf">) {
  const t = useI18n();
  const { call } = useDesk();
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("support");
  const good = newOperatorName.safeParse(name).success;
  return (
    <ActionButton
      action="operator.create"
      variant="main"
      ready={good}
      fields={
        <>
          <TextField
            label={t("operator.name")}
            helperText={t("operator.nameHint")}
            value={name}
            error={name !== "" && !good}
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 40, autoComplete: "off" } }}
          />
          <RoleChoice role={role} onChange={setRole} />
        </>
      }
      run={({ reason }) => call(DESK_CALLS.createOperator, { body: { name, role, reason } })}
      onDone={({ record, half }) => {
        setName("");
        if (half !== null) onHalf({ which: "first", name: record.operator.name, half });
      }}
    />
  );
}

function RoleChoice(props: { readonly role: Role; readonly onChange: (role: Role) => void }) {
  const t = useI18n();
  return (
    <TextField
      select
      label={t("operator.role")}
      value={props.role}
      onChange={({ target }) => props.onChange(ROLES.find((known) => known === target.value) ?? props.role)}
    >
      {ROLES.map((role) => (
        <MenuItem key={role} value={role}>
          {t(`role.${role}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}
