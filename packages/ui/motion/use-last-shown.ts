import { useState } from "react";

/** The last value a sheet was opened with: its owner has already cleared it while the sheet still animates out. */
export function useLastShown<Shown>(shown: Shown | undefined): Shown | undefined {
  const [last, setLast] = useState(shown);
  if (shown !== undefined && shown !== last) setLast(shown);
  return shown ?? last;
}
