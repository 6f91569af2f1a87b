import {
  AmountField,
  ArrowDownToLineIcon,
  ArrowUpFromLineIcon,
  Badge,
  BalanceCard,
  BellIcon,
  Button,
  Card,
  CheckIcon,
  Checkbox,
  ChevronDownIcon,
  Chip,
  ConfirmDialog,
  CopyButton,
  Countdown,
  Figure,
  HeadsetIcon,
  HomeIcon,
  IconButton,
  Keypad,
  ListRow,
  LockIcon,
  MailIcon,
  NavBar,
  OptionPills,
  PersonIcon,
  PiecesIcon,
  Pill,
  PinField,
  pressKey,
  Progress,
  RefreshIcon,
  Segmented,
  Sheet,
  Skeleton,
  SkeletonGroup,
  StateScreen,
  Stepper,
  Strip,
  Switch,
  TabBar,
  Tabs,
  TextField,
  toast,
  UserIcon,
  WifiOffIcon,
} from "@lotus/ui";
import { useState } from "react";
import { LotusPond } from "../src/artwork/lotus-pond.tsx";
import { LotusOutline } from "../src/artwork/lotus.tsx";
import styles from "./gallery.module.css";
import { Part } from "./part.tsx";

const MODES = ["Ba số sau", "Ba số giữa", "Bốn sao", "Năm sao", "Rồng hổ", "Hai mặt"].map((label) => ({
  key: label,
  label,
}));
const OPTIONS = ["Trực tiếp", "Tổ hợp", "Nhóm 120", "Nhóm 60", "Nhóm 30"].map((label) => ({
  key: label,
  label,
}));
const DAYS = ["Hôm nay", "3 ngày", "7 ngày"].map((label) => ({ key: label, label }));
const TABS = [
  { key: "home", label: "Trang chủ", href: "#", icon: <HomeIcon />, iconOn: <HomeIcon on /> },
  { key: "service", label: "CSKH", href: "#", icon: <HeadsetIcon />, iconOn: <HeadsetIcon on /> },
  { key: "lobby", label: "Trò chơi", href: "#", icon: <PiecesIcon />, iconOn: <PiecesIcon on /> },
  { key: "mine", label: "Của tôi", href: "#", icon: <PersonIcon />, iconOn: <PersonIcon on />, badge: 3 },
] as const;

/** Every control of the ui package. */
export function ControlsPage() {
  const [tab, setTab] = useState<string>("home");
  return (
    <>
      <NavBar
        title="Lịch sử cược"
        onBack={() => undefined}
        backLabel="Quay lại"
        action={<IconButton label="Thông báo" icon={<BellIcon />} />}
      />
      <main className={styles.page}>
        <Buttons />
        <Choices />
        <Fields />
        <Surfaces />
        <Overlays />
      </main>
      <TabBar items={TABS} current={tab} onSelect={setTab} label="Chính" />
    </>
  );
}

function Buttons() {
  const [busy, setBusy] = useState(false);
  return (
    <Part name="Buttons">
      <Button size="l" block>
        Đặt 12 × 2,00 = 24,00
      </Button>
      <Button busy={busy} onClick={() => setBusy(true)}>
        Đăng nhập
      </Button>
      <Button busy icon={<RefreshIcon />}>
        Tải lại
      </Button>
      <Button variant="tint">Thêm</Button>
      <Button variant="outline">Kiểm chứng</Button>
      <Button variant="ghost" size="s">
        Quên mật khẩu?
      </Button>
      <Button size="s" icon={<BellIcon />}>
        Nhắc tôi
      </Button>
      <Button disabled>Đặt cược</Button>
    </Part>
  );
}

function Choices() {
  const [mode, setMode] = useState("Năm sao");
  const [option, setOption] = useState("Trực tiếp");
  const [days, setDays] = useState("Hôm nay");
  return (
    <>
      <Part name="Tabs and pills" lay="wide">
        <Progress value={0.66} />
        <Tabs items={MODES} value={mode} onChange={setMode} label="Kiểu chơi" />
        <OptionPills items={OPTIONS} value={option} onChange={setOption} label="Cách chơi" />
      </Part>
      <Part name="Segments and chips" lay="stack">
        <Segmented items={DAYS} value={days} onChange={setDays} label="Ngày" />
        <div className={styles.row}>
          <Chip end={<ChevronDownIcon />}>Tất cả trò chơi</Chip>
          <Chip on>Trúng</Chip>
          <Chip variant="helper">Tất cả</Chip>
          <Chip variant="helper" on>
            Tài
          </Chip>
          <Pill>Chờ quay</Pill>
          <Pill tone="gold" icon={<CheckIcon />}>
            Trúng
          </Pill>
          <Pill tone="red">Từ chối</Pill>
          <Pill tone="amber">Chờ duyệt</Pill>
          <Pill tone="brand">Đã trả</Pill>
          <Pill tone="blue">Mới</Pill>
          <Badge count={3} />
        </div>
      </Part>
    </>
  );
}

function Fields() {
  const [pin, setPin] = useState("1234");
  const [amount, setAmount] = useState("2000.5");
  return (
    <Part name="Fields" lay="stack">
      <TextField
        label="Tên đăng nhập"
        defaultValue="minh_anh88"
        prefix={<UserIcon />}
        hint="4–16 chữ hoặc số"
      />
      <TextField
        label="Mật khẩu"
        defaultValue="sen-trang"
        prefix={<LockIcon />}
        eye={{ show: "Hiện", hide: "Ẩn" }}
        error="Hai mật khẩu chưa giống nhau. Hãy nhập lại."
      />
      <PinField label="Mật khẩu rút tiền" value={pin} onChange={setPin} />
      <AmountField
        label="Số tiền rút"
        value={amount}
        onChange={setAmount}
        decimalSign=","
        suffix={<Chip on>Tất cả</Chip>}
      />
      <Checkbox defaultChecked>Tôi đủ 18 tuổi và đồng ý với điều khoản</Checkbox>
      <div className={styles.row}>
        <Switch label="Rung" defaultChecked />
        <Switch label="Âm thanh" />
        <CopyButton label="Chép" onCopy={() => undefined} />
      </div>
    </Part>
  );
}

function Surfaces() {
  const [hidden, setHidden] = useState(false);
  return (
    <Part name="Surfaces" lay="stack">
      <BalanceCard
        label="Số dư khả dụng"
        amount="12.480,50"
        hidden={hidden}
        onToggleHidden={() => setHidden(!hidden)}
        showLabel="Hiện"
        hideLabel="Ẩn"
        onRefresh={() => undefined}
        refreshLabel="Tải lại"
        unit="nghìn đồng (K)"
        ornament={<LotusOutline />}
      >
        <Button variant="hero" size="s" icon={<ArrowDownToLineIcon />}>
          Nạp tiền
        </Button>
        <Button variant="heroQuiet" size="s" icon={<ArrowUpFromLineIcon />}>
          Rút tiền
        </Button>
      </BalanceCard>
      <Rows />
      <div className={styles.row}>
        <Countdown seconds={38} label="Đóng bán sau" />
        <Countdown seconds={8} label="Đóng bán sau" />
        <Countdown seconds={null} label="Đóng bán sau" />
        <Countdown seconds={3727} label="Mở bán sau" size={20} />
      </div>
      <Strip
        icon={<WifiOffIcon />}
        shape="card"
        action={
          <Button variant="ghost" size="s">
            Thử ngay
          </Button>
        }
      >
        <b>Mất kết nối.</b> Đang thử lại sau 4 giây
      </Strip>
      <SkeletonGroup label="Đang tải" className={styles.stack}>
        <Skeleton height={24} width="60%" />
        <Skeleton height={72} radius={16} />
      </SkeletonGroup>
      <StateScreen
        picture={<LotusPond state="petal" />}
        title="Không tải được trang này"
        action={<Button icon={<RefreshIcon />}>Tải lại</Button>}
        code="9002 · 21/11 09:41:17"
      >
        Máy chủ chưa trả lời. Số dư và phiếu cược của bạn không bị ảnh hưởng.
      </StateScreen>
    </Part>
  );
}

function Rows() {
  return (
    <Card padding="none">
      <ListRow
        icon={<MailIcon />}
        title="Trung tâm tin nhắn"
        value={<Badge count={3} />}
        onClick={() => undefined}
      />
      <ListRow icon={<BellIcon />} title="Báo cáo" value={<Figure tone="gold">+126,84</Figure>} href="#" />
      <ListRow
        icon={<BellIcon />}
        title="Hai số sau · Trực tiếp"
        detail="FFC 0582 · 09:41"
        value={<Figure tone="gold">+195,00</Figure>}
        status={<Pill tone="gold">Trúng</Pill>}
      />
    </Card>
  );
}

function Overlays() {
  const [open, setOpen] = useState<"sheet" | "dialog" | undefined>();
  const close = () => setOpen(undefined);
  return (
    <Part name="Overlays">
      <Button variant="tint" size="s" onClick={() => setOpen("sheet")}>
        Sheet
      </Button>
      <Button variant="tint" size="s" onClick={() => setOpen("dialog")}>
        Dialog
      </Button>
      <Button variant="tint" size="s" onClick={() => toast("Đã chép mã phiếu", { icon: "success" })}>
        Toast
      </Button>
      <SlipSheet open={open === "sheet"} onClose={close} />
      <ConfirmDialog
        open={open === "dialog"}
        title="Hủy phiếu này?"
        confirmLabel="Hủy phiếu"
        cancelLabel="Giữ lại"
        onConfirm={close}
        onCancel={close}
      >
        Tiền cược 24,00 trở về số dư của bạn ngay.
      </ConfirmDialog>
    </Part>
  );
}

function SlipSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [amount, setAmount] = useState("2.00");
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Phiếu cược"
      closeLabel="Đóng"
      footer={
        <Button size="l" block onClick={() => toast("Đã đặt cược", { icon: "success" })}>
          Đặt 12 × 2,00 = 24,00
        </Button>
      }
    >
      <div className={styles.stack}>
        <Stepper
          label="Tiền mỗi cược"
          value={amount === "" ? "0" : amount}
          minusLabel="Bớt"
          plusLabel="Thêm"
          onMinus={() => undefined}
          onPlus={() => undefined}
          editing
        />
        <Keypad label="Bàn phím" deleteLabel="Xóa" onKey={(key) => setAmount(pressKey(amount, key))} />
      </div>
    </Sheet>
  );
}
