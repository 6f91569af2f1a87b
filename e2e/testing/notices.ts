/** Notices as written by an operator, in the languages of the checked screens. */
export const NOTICES = [
  {
    "vi-VN": {
      title: "Bảo trì 02:00–02:15 ngày 22/11",
      body: "Trong 15 phút này chưa thể đặt cược và rút tiền.\nCác kỳ quay vẫn diễn ra đúng giờ.",
    },
    "ja-JP": {
      title: "11月22日 2:00〜2:15 メンテナンスのお知らせ",
      body: "この15分間は購入と出金ができません。\n抽せんは予定どおり行われます。",
    },
    "pt-BR": {
      title: "Manutenção das 2h às 2h15 em 22/11",
      body: "Durante esses 15 minutos não será possível apostar nem sacar.\nOs sorteios acontecem no horário.",
    },
    "en-US": {
      title: "Maintenance 02:00–02:15 on Nov 22",
      body: "For these 15 minutes you cannot bet or withdraw.\nDraws take place on time.",
    },
  },
  {
    "vi-VN": {
      title: "Nay có thể tự kiểm chứng mọi kỳ quay",
      body: "Mở một kỳ bất kỳ và bấm Kiểm chứng: máy của bạn sẽ tính lại kết quả.",
    },
    "ja-JP": {
      title: "すべての抽せんを自分で検証できます",
      body: "どの回でも「検証」を押すと、お使いの端末で結果を計算し直します。",
    },
    "pt-BR": {
      title: "Agora você mesmo confere cada sorteio",
      body: "Abra qualquer sorteio e toque em Verificar: o seu aparelho recalcula o resultado.",
    },
    "en-US": {
      title: "Every draw can now be verified by you",
      body: "Open any draw and tap Verify: your own device computes the result again.",
    },
  },
] as const;
