import { useMemo } from "react";
import { Admin, CustomRoutes, Resource } from "react-admin";
import { createHashRouter, Route, RouterProvider } from "react-router-dom";
import { createDataProvider } from "../provider/data-provider.ts";
import { AgentList } from "../screens/agents/agent-list.tsx";
import { AgentShow } from "../screens/agents/agent-show.tsx";
import { NoticeList } from "../screens/announcements/notice-list.tsx";
import { AuditList } from "../screens/audit/audit-list.tsx";
import { BannerList } from "../screens/banners/banner-list.tsx";
import { Conversations } from "../screens/conversations/conversations.tsx";
import { Dashboard } from "../screens/dashboard/dashboard.tsx";
import { Enrolment } from "../screens/enrolment/enrolment.tsx";
import { Exports } from "../screens/exports/exports.tsx";
import { GameList } from "../screens/games/game-list.tsx";
import { GameShow } from "../screens/games/game-show.tsx";
import { GiftList } from "../screens/gifts/gift-list.tsx";
import { OperatorList } from "../screens/operators/operator-list.tsx";
import { RechargeList, WithdrawalList } from "../screens/orders/order-list.tsx";
import { OrderShow } from "../screens/orders/order-show.tsx";
import { Password } from "../screens/password/password.tsx";
import { PaymentList } from "../screens/payments/payment-list.tsx";
import { PeriodList } from "../screens/periods/period-list.tsx";
import { PeriodShow } from "../screens/periods/period-show.tsx";
import { PlayerList } from "../screens/players/player-list.tsx";
import { PlayerShow } from "../screens/players/player-show.tsx";
import { Second } from "../screens/second/second.tsx";
import { SignIn } from "../screens/sign-in/sign-in.tsx";
import { createAuthProvider } from "../session/auth-provider.ts";
import type { SessionStore } from "../session/session.ts";
import { darkTheme, lightTheme } from "../style/theme.ts";
import { i18nProvider } from "../i18n/i18n.ts";
import { DeskContext, type Desk } from "./desk.ts";
import { DeskLayout } from "./desk-layout.tsx";

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
        <Resource name="recharges" list={RechargeList} show={OrderShow} />
        <Resource name="withdrawals" list={WithdrawalList} show={OrderShow} />
        <Resource name="paymentNotices" list={PaymentList} />
        <Resource name="players" list={PlayerList} show={PlayerShow} recordRepresentation="username" />
        <Resource name="agents" list={AgentList} show={AgentShow} recordRepresentation="username" />
        <Resource name="gifts" list={GiftList} />
        <Resource name="conversations" list={Conversations} />
        <Resource name="notices" list={NoticeList} />
        <Resource name="banners" list={BannerList} />
        <Resource name="games" list={GameList} show={GameShow} />
        <Resource name="periods" list={PeriodList} show={PeriodShow} />
        <Resource name="operators" list={OperatorList} />
        <Resource name="audit" list={AuditList} />
        <CustomRoutes>
          <Route path="/second" element={<Second />} />
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
