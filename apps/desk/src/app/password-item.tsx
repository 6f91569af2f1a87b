import { ListItemIcon, ListItemText, MenuItem } from "@mui/material";
import Key from "@mui/icons-material/Key";
import { useRedirect, useUserMenu } from "react-admin";
import { useI18n } from "../i18n/use-i18n.ts";

/** Link to the change of one's own password, in the user menu. */
export function PasswordItem() {
  const t = useI18n();
  const redirect = useRedirect();
  const menu = useUserMenu();
  return (
    <MenuItem
      onClick={() => {
        redirect("/password");
        menu?.onClose();
      }}
    >
      <ListItemIcon>
        <Key fontSize="small" />
      </ListItemIcon>
      <ListItemText>{t("password.title")}</ListItemText>
    </MenuItem>
  );
}
