import { IconButton, NavBar, RefreshIcon } from "@lotus/ui";
import { navigation } from "../../shell/navigation.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { SaveRecords, type SaveRecordsProps } from "./save-records.tsx";

interface RecordBarProps<Row> {
  title: string;
  refreshing: boolean;
  onRefresh: () => void;
  /** The file the list can be saved as; undefined while the list is empty. */
  file: SaveRecordsProps<Row> | undefined;
}

/** Bar of a list of records: back, title, save as file, refresh. */
export function RecordBar<Row>({ title, refreshing, onRefresh, file }: RecordBarProps<Row>) {
  const { t } = useI18n();
  return (
    <NavBar
      title={title}
      onBack={() => void navigation.back()}
      backLabel={t("app.back")}
      action={
        <>
          {file !== undefined && <SaveRecords {...file} />}
          <IconButton
            label={t("money.records.refresh")}
            aria-busy={refreshing}
            icon={<RefreshIcon size={20} />}
            onClick={onRefresh}
          />
        </>
      }
    />
  );
}
