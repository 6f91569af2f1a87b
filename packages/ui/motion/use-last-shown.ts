import { useState } from "react";

/** What a sheet was last opened with: its owner has already let go of it while the sheet still goes down. */
export function useLastShown<Shown>(shown: Shown | undefined): Shown | undefined {
  const [last, setLast] = useState(shown);
  if (shown !== undefined && shown !== last) setLast(shown);
  return shown ?? last;
}
