import { expect, test } from "vitest";
import { DEMO_PLAYERS } from "../demo/demo.ts";
import { ReservedUsernames } from "./reserved-usernames.ts";

const reserved = new ReservedUsernames("Lotus Lottery");

test("names that speak for the house are reserved, however they are spelled", () => {
  const names = [
    ..."admin Admin ADMIN administrator root_ system sysadmin moderator operator official support helpdesk".split(
      " ",
    ),
    ..."adm1n adrnin adm_in a_d_m_i_n admin_ admin1 admin_01 admin2027 4dm1n1 aadmin adminn aclmin supp0rt".split(
      " ",
    ),
    ..."supporl lotus l0tus iotus Lotus_88 lotus_admin lotus_official the_admin real_admin admin_vn vn_support".split(
      " ",
    ),
    ..."my_lotus admin_team cskh cskh_247 hotro ho_tro nhanvien quan_tri kefu_88 soporte suporte nul1 customer_care1".split(
      " ",
    ),
    "lotus_vn_cskh",
  ];
  const missed = names.filter((name) => !reserved.has(name));
  // Letters that only look alike in one font, and a word that is none of the house's.
  expect(missed).toEqual(["supporl", "customer_care1"]);
});

test("names of people are not", () => {
  const names =
    "minh_anh88 badminton adminton_fan rooted stafford helper_lan modesto modern_man banker88 operatic systema servet lotusland supportive househunter botanist desktop ownership the_real_an my_vip casinova adam_in admiral";
  expect(names.split(" ").filter((name) => reserved.has(name))).toEqual([]);
  expect(DEMO_PLAYERS.filter(({ username }) => reserved.has(username))).toEqual([]);
});

test("Vietnamese words for the house's cashiers, books, system and money are reserved, and names with them are not", () => {
  const reserved = new ReservedUsernames("Lotus");
  for (const name of [
    "thungan",
    "quanly",
    "ketoan",
    "hethong_lotus",
    "naptien",
    "rut_tien",
    "baomat24",
    "giamdoc",
  ])
    expect([name, reserved.has(name)]).toEqual([name, true]);
  for (const name of ["thu_ngan_ha", "hethongminh", "nguyenketoan9x"])
    expect([name, reserved.has(name)]).toEqual([name, false]);
});
