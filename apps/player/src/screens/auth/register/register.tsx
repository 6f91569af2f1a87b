import { NavBar } from "@lotus/ui";
export function Screen() {
  return <NavBar title="" />;
}
