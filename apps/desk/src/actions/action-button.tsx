import { newIdempotencyKey } from "@lotus/client";
import { Button, Tooltip } from "@mui/material";
import type { Action, PlayerState } from "@lotus/contract/desk";
import { useState, type ReactNode } from "react";
import { useI18n } from "../i18n/use-i18n.ts";
import { ActionDialog, type ActionWork } from "./action-dialog.tsx";
import { useWhyNot } from "./why-not.ts";

/** What a button of the table of actions is made from. */
export interface ActionButtonProps<Answer> extends ActionWork<Answer> {
  readonly action: Action;
  /** State of the thing it is done to; left out where the action knows none. */
  readonly state?: string;
  /** State of the player it is done for, where there is one. */
  readonly playerState?: PlayerState | undefined;
  /** Another reason why it cannot be done now, in words. */
  readonly blocked?: string | undefined;
  /** Text of the button, where not the action's own. */
  readonly label?: string;
  readonly look?: "plain" | "main" | "danger";
  /** What is about to happen, above the reason. */
  readonly summary?: ReactNode;
  /** Further fields of the dialog; `ready` tells whether they are filled. */
  readonly fields?: ReactNode;
  readonly ready?: boolean;
  /** Two people are needed for this one, where the table leaves it to the amount. */
  readonly needsTwo?: boolean;
  /** Why two are needed, with figures, in words. */
  readonly twoBecause?: string | undefined;
  readonly size?: "small" | "medium";
  /** The dialog opens: its fields begin with what is known now. */
  readonly onOpen?: () => void;
}

/**
 * A button for one action of the table: what role or state forbid it shows disabled, with the reason, and a click
 * asks for what the table wants before anything happens.
 */
export function ActionButton<Answer>(props: ActionButtonProps<Answer>) {
  const { action, state, playerState, blocked, look = "plain", size = "small" } = props;
  const t = useI18n();
  const forbidden = useWhyNot(action, state, playerState) ?? blocked;
  const [open, setOpen] = useState(false);
  // It outlives the dialog: who closes that after a lost reply and opens it again does the same thing, not another.
  const [clickKey, setClickKey] = useState(newIdempotencyKey);
  const label = props.label ?? t(`action.${action}`);
  return (
    <>
      <Tooltip describeChild title={forbidden ?? ""}>
        {/* Not `disabled`: a keyboard must reach the button to hear why it is off. */}
        <Button
          size={size}
          variant={look === "main" ? "contained" : "outlined"}
          color={look === "danger" ? "error" : "primary"}
          aria-disabled={forbidden !== undefined}
          onClick={(event) => {
            // A row that carries the button opens on a click of its own.
            event.stopPropagation();
            if (forbidden !== undefined) return;
            props.onOpen?.();
            setOpen(true);
          }}
          sx={{
            whiteSpace: "nowrap",
            '&[aria-disabled="true"]': { opacity: 0.45, cursor: "not-allowed", boxShadow: "none" },
          }}
        >
          {label}
        </Button>
      </Tooltip>
      {open && (
        <ActionDialog
          {...props}
          title={label}
          clickKey={clickKey}
          onAnswered={() => setClickKey(newIdempotencyKey())}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
