import { useMemo } from "react";
import { Admin, CustomRoutes, Resource } from "react-admin";
import { createHashRouter, Route, RouterProvider } from "react-router-dom";
import { createDataProvider } from "../provider/data-provider.ts";
import { Dashboard } from "../screens/dashboard/dashboard.tsx";
import { Enrolment } from "../screens/enrolment/enrolment.tsx";
import { Exports } from "../screens/exports/exports.tsx";
import { Password } from "../screens/password/password.tsx";
import { Second } from "../screens/second/second.tsx";
import { Voids } from "../screens/voids/voids.tsx";
import { SignIn } from "../screens/sign-in/sign-in.tsx";
import { createAuthProvider } from "./auth-provider.ts";
import type { SessionStore } from "../session/session.ts";
import { darkTheme, lightTheme } from "../style/theme.ts";
import { i18nProvider } from "../i18n/i18n.ts";
import { DeskContext, type Desk } from "../shell/desk.ts";
import { DeskLayout } from "./desk-layout.tsx";
import { listPages } from "./pages.tsx";

interface DeskAppProps {
  readonly desk: Desk;
  readonly store: SessionStore;
}

/**
 * The operator's app: every page, for whoever signs in. The server decides what each may do.
 *
 * The router is our own because react-admin's moves in transitions. Whoever is not signed in it sends to sign-in and
 * then clears its state at once; the state was gone before the transition had moved, so it sent them again, some
 * fifteen seconds long. A move at once ends that.
 */
export function DeskApp(props: DeskAppProps) {
  const router = useMemo(
    () => createHashRouter([{ path: "*", element: <Pages desk={props.desk} store={props.store} /> }]),
    [props.desk, props.store],
  );
  return <RouterProvider router={router} useTransitions={false} />;
}

function Pages({ desk, store }: DeskAppProps) {
  const providers = useMemo(
    () => ({ auth: createAuthProvider(store, desk.call), data: createDataProvider(desk.call) }),
    [desk, store],
  );
  return (
    <DeskContext.Provider value={desk}>
      <Admin
        title="Lotus"
        authProvider={providers.auth}
        dataProvider={providers.data}
        i18nProvider={i18nProvider}
        loginPage={SignIn}
        layout={DeskLayout}
        dashboard={Dashboard}
        lightTheme={lightTheme}
        darkTheme={darkTheme}
        requireAuth
        disableTelemetry
      >
        {listPages().map(({ name, icon: _icon, ...screens }) => (
          <Resource key={name} name={name} {...screens} />
        ))}
        <CustomRoutes>
          <Route path="/second" element={<Second />} />
          <Route path="/voids" element={<Voids />} />
          <Route path="/exports" element={<Exports />} />
          <Route path="/password" element={<Password />} />
        </CustomRoutes>
        <CustomRoutes noLayout>
          <Route path="/enrol" element={<Enrolment />} />
        </CustomRoutes>
      </Admin>
    </DeskContext.Provider>
  );
}
