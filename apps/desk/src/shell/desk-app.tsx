import { Admin, Resource, type AuthProvider, type DataProvider } from "react-admin";
import { SignIn } from "../screens/sign-in/sign-in.tsx";
import { darkTheme, lightTheme } from "../style/theme.ts";
import { i18nProvider } from "../words/words.ts";

export function DeskApp() {
  return (
    <Admin
      title="Lotus"
      authProvider={
        {
          checkAuth: () => Promise.reject(new Error()),
          login: () => Promise.reject(new Error("nope")),
          logout: () => Promise.resolve(),
          checkError: () => Promise.resolve(),
        } as unknown as AuthProvider
      }
      dataProvider={{} as DataProvider}
      i18nProvider={i18nProvider}
      loginPage={SignIn}
      lightTheme={lightTheme}
      darkTheme={darkTheme}
      requireAuth
      disableTelemetry
    >
      <Resource name="recharges" list={() => <p>hi</p>} />
    </Admin>
  );
}
