import { IconButton, NavBar, RefreshIcon, SearchIcon, XIcon } from "@lotus/ui";
import { navigation } from "../../shell/navigation.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { SaveRecords, type SaveRecordsProps } from "./save-records.tsx";

interface RecordBarProps<Row> {
  title: string;
  /** Whether the search by number is open. */
  searching: boolean;
  onSearch: () => void;
  refreshing: boolean;
  onRefresh: () => void;
  /** The file the list can be saved as; undefined while the list is empty. */
  file: SaveRecordsProps<Row> | undefined;
}

/** Bar of a list of records: back, title, search by number, save as file, refresh. */
export function RecordBar<Row>({
  title,
  searching,
  onSearch,
  refreshing,
  onRefresh,
  file,
}: RecordBarProps<Row>) {
  const { t } = useI18n();
  return (
    <NavBar
      title={title}
      onBack={() => void navigation.back()}
      backLabel={t("app.back")}
      action={
        <>
          <IconButton
            label={t(searching ? "records.findStop" : "records.find")}
            data-search={!searching || undefined}
            aria-expanded={searching}
            icon={searching ? <XIcon size={20} /> : <SearchIcon size={20} />}
            onClick={onSearch}
          />
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
