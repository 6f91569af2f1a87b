import { ListItemIcon, ListItemText, MenuItem } from "@mui/material";
import Key from "@mui/icons-material/Key";
import { useRedirect, useUserMenu } from "react-admin";
import { useI18n } from "../i18n/use-i18n.ts";

/** The way to one's own password, in the menu of the signed-in operator. */
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
