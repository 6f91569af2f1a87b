export { Screen } from "../../../shell/coming-soon.tsx";
