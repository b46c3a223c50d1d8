/** Flat scenes for the five slides, 1600 by 900, with the calm part of the picture on the left for a caption. */

const person = (
  x: number,
  y: number,
  scale: number,
  look: { skin: string; hair: string; top: string; legs: string; extra?: string },
) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">
    <path d="M-26 150 L-30 292 H-4 L2 176 L8 292 H34 L28 150Z" fill="${look.legs}"/><path d="M-36 292 h34 v14 h-44 q0 -12 10 -14z M6 292 h34 q10 2 10 14 h-44z" fill="#2a2430"/>
    <path d="M-40 34 Q0 14 42 34 Q54 90 34 164 H-32 Q-54 90 -40 34Z" fill="${look.top}"/>
    <path d="M-38 40 Q-62 84 -54 150 l18 2 Q-40 96 -26 60Z M40 40 Q64 84 56 150 l-18 2 Q42 96 28 60Z" fill="${look.top}"/><path d="M20 24 Q54 84 34 164 H14Z" fill="#000" opacity=".08"/>
    <circle cx="-46" cy="158" r="11" fill="${look.skin}"/><circle cx="48" cy="158" r="11" fill="${look.skin}"/>
    <path d="M-12 6 H14 V34 Q1 46 -12 34Z" fill="${look.skin}"/><ellipse cx="1" cy="-18" rx="27" ry="33" fill="${look.skin}"/>
    <path d="M-28 -20 Q-34 -56 2 -56 Q38 -56 30 -18 Q24 -36 4 -38 Q-20 -38 -28 -20Z" fill="${look.hair}"/>${look.extra ?? ''}</g>`;

const suitcase = (x: number, y: number, colour: string, scale = 1) =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-14 -60 V-108 H14 V-60" fill="none" stroke="#4a4550" stroke-width="5"/><rect x="-38" y="-64" width="76" height="110" rx="10" fill="${colour}"/><path d="M-16 -64 V46 M16 -64 V46" stroke="#000" stroke-opacity=".14" stroke-width="5"/><circle cx="-24" cy="52" r="8" fill="#2a2430"/><circle cx="24" cy="52" r="8" fill="#2a2430"/></g>`;

const plane = (x: number, y: number, scale: number, colour = '#ffffff', turn = -14) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})"><path d="M-170 -8 Q-150 -26 -90 -26 H120 Q176 -20 188 2 Q170 20 110 20 H-100 Q-156 18 -170 -8Z" fill="${colour}"/><path d="M-100 20 H110 Q170 20 188 2 Q120 12 -168 -4 Q-150 18 -100 20Z" fill="#000" opacity=".1"/><path d="M-166 -10 L-204 -82 H-164 L-112 -26Z" fill="#d9552f"/><path d="M-6 0 L-96 96 H-54 L70 6Z" fill="#c9d6e2"/><path d="M20 -26 L-24 -76 H4 L76 -26Z" fill="#dbe5ee"/><path d="M142 -16 q20 4 28 12 h-36z" fill="#3b5673"/>${[-70, -44, -18, 8, 34, 60, 86, 112].map((at) => `<circle cx="${at}" cy="-10" r="5" fill="#5b7a9a"/>`).join('')}</g>`;

const cloud = (x: number, y: number, scale: number, opacity = 0.9) =>
  `<g transform="translate(${x} ${y}) scale(${scale})" fill="#fff" opacity="${opacity}"><ellipse cx="0" cy="0" rx="80" ry="26"/><circle cx="-28" cy="-18" r="30"/><circle cx="18" cy="-28" r="40"/><circle cx="54" cy="-8" r="24"/></g>`;

const pine = (x: number, y: number, scale: number, colour: string) =>
  `<path transform="translate(${x} ${y}) scale(${scale})" d="M0 -150 L34 -92 H20 L50 -44 H30 L62 6 H8 V34 H-8 V6 H-62 L-30 -44 H-50 L-20 -92 H-34Z" fill="${colour}"/>`;

const maple = (x: number, y: number, scale: number, colour: string, turn = 0) =>
  `<path transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})" d="M0 -60 L12 -36 L30 -46 L26 -14 L48 -30 L50 -16 L66 -14 L52 8 L58 18 L26 38 L28 50 L4 46 L6 76 H-6 L-4 46 L-28 50 L-26 38 L-58 18 L-52 8 L-66 -14 L-50 -16 L-48 -30 L-26 -14 L-30 -46 L-12 -36Z" fill="${colour}"/>`;

const sky = (id: string, top: string, bottom: string) =>
  `<linearGradient id="${id}" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient><rect width="1600" height="900" fill="url(#${id})"/>`;

const windows = (x: number, y: number, columns: number, rows: number, colour: string, step = 34) =>
  Array.from(
    { length: columns * rows },
    (_, at) =>
      `<rect x="${x + (at % columns) * step}" y="${y + Math.floor(at / columns) * (step + 8)}" width="${step * 0.5}" height="${step * 0.62}" fill="${colour}" opacity="${(at * 7) % 5 === 0 ? 0.95 : 0.5}"/>`,
  ).join('');

/** A building site at sunrise: cranes, a frame of steel, two workers. */
export function work(): string {
  const floors = [0, 1, 2, 3]
    .map((floor) => `<path d="M860 ${760 - floor * 120} H1330" stroke="#c26a2d" stroke-width="18"/>`)
    .join('');
  const posts = [860, 1016, 1172, 1330]
    .map((x) => `<path d="M${x} 840 V${x === 1330 ? 400 : 392}" stroke="#a9541f" stroke-width="18"/>`)
    .join('');
  return `${sky('s', '#f7c98a', '#fdf0dc')}<circle cx="420" cy="420" r="130" fill="#fff3d6"/>
    <path d="M0 640 L190 470 L330 590 L520 400 L760 650 L980 520 L1240 690 L1600 560 V900 H0Z" fill="#efc79b"/>
    <path d="M1380 300 h90 v540 h-90z M1480 380 h130 v460 h-130z" fill="#7f93a8" opacity=".55"/>${windows(1394, 330, 2, 10, '#fff3d6')}
    <g stroke="#d98b1f" stroke-width="12" fill="none"><path d="M760 840 V130 M790 840 V130 M700 170 H1420 M760 130 L775 60 L790 130 M775 66 L1400 170 M775 66 L704 170"/><path d="M760 800 L790 760 L760 720 L790 680 L760 640 L790 600 L760 560 L790 520 L760 480 L790 440 L760 400 L790 360 L760 320 L790 280 L760 240 L790 200" stroke-width="5"/></g>
    <path d="M680 170 h50 v56 h-50z" fill="#56606b"/><path d="M1180 170 V270" stroke="#56606b" stroke-width="4"/><path d="M1100 284 h160 v26 h-160z" fill="#a9541f"/><path d="M1180 262 L1112 286 M1180 262 L1248 286" stroke="#56606b" stroke-width="4"/>
    ${posts}${floors}<path d="M870 752 L1010 650 M1026 632 L1166 530" stroke="#a9541f" stroke-width="8"/>
    <path d="M0 800 Q420 760 800 806 T1600 800 V900 H0Z" fill="#8a6a4e"/><path d="M0 846 Q500 816 1000 852 T1600 846 V900 H0Z" fill="#6f533d"/>
    ${person(1080, 506, 1.12, { skin: '#a86f4a', hair: '#231a17', top: '#e7862c', legs: '#35507f', extra: '<path d="M-34 -30 Q-30 -66 2 -68 Q36 -66 38 -30 Q2 -44 -34 -30Z M-42 -28 q44 -18 88 0 v8 q-44 -16 -88 0z" fill="#f6c531"/><path d="M-24 30 L-16 164 M26 30 L20 164 M-40 110 H42" stroke="#fff3b0" stroke-width="9"/>' })}
    ${person(1250, 512, 1.1, { skin: '#8a5a3d', hair: '#1c1512', top: '#3f7f6d', legs: '#3b3f4a', extra: '<path d="M-34 -30 Q-30 -66 2 -68 Q36 -66 38 -30 Q2 -44 -34 -30Z M-42 -28 q44 -18 88 0 v8 q-44 -16 -88 0z" fill="#ffffff"/><rect x="-12" y="84" width="78" height="52" rx="3" fill="#dce8f5" transform="rotate(-8 20 110)"/><path d="M0 104 h50 M0 116 h34" stroke="#5b86b5" stroke-width="4" transform="rotate(-8 20 110)"/>' })}`;
}

/** A campus in autumn with a student under a maple. */
export function study(): string {
  const columns = [0, 1, 2, 3, 4]
    .map((at) => `<rect x="${1010 + at * 70}" y="396" width="26" height="250" fill="#f4e7d0"/>`)
    .join('');
  const leaves = [
    [210, 300, 20],
    [330, 560, -30],
    [520, 250, 70],
    [620, 640, 10],
    [760, 420, -60],
    [150, 700, 40],
    [440, 760, 100],
    [900, 760, 15],
  ]
    .map(([x = 0, y = 0, turn = 0], at) => maple(x, y, 0.3 + (at % 3) * 0.1, at % 2 ? '#e0792f' : '#cf4a2b', turn))
    .join('');
  return `${sky('s', '#bfe0ee', '#f6f2e4')}${cloud(260, 150, 1.2)}${cloud(760, 100, 0.9)}${cloud(1380, 150, 1)}
    <path d="M0 640 Q300 540 640 610 T1600 580 V900 H0Z" fill="#9db872"/>
    <path d="M860 400 h700 v280 h-700z" fill="#b9694a"/><path d="M860 400 h700 v24 h-700z" fill="#8f4a33"/>${windows(886, 456, 3, 4, '#fbe9bd', 36)}${windows(1416, 456, 4, 4, '#fbe9bd', 36)}
    <path d="M984 400 L1162 276 L1342 400Z" fill="#f0dfc3"/><path d="M1010 392 L1162 290 L1316 392Z" fill="#d9c29c"/><circle cx="1162" cy="352" r="26" fill="#fff"/><path d="M1162 352 V334 M1162 352 H1176" stroke="#6b4a35" stroke-width="4"/>
    <rect x="996" y="396" width="332" height="284" fill="#a05a40"/>${columns}<rect x="1128" y="500" width="70" height="180" rx="35" fill="#5f3527"/><path d="M960 646 h406 v18 h20 v20 h-446 v-20 h20z" fill="#e6d5b8"/>
    <rect x="1140" y="170" width="44" height="110" fill="#b9694a"/><path d="M1130 174 L1162 110 L1194 174Z" fill="#8f4a33"/>
    <path d="M0 720 Q420 650 860 700 T1600 690 V900 H0Z" fill="#7ba05b"/><path d="M1090 690 Q1040 760 760 900 H1180 Q1230 760 1240 690Z" fill="#ead9b8"/>
    <path d="M1440 820 C1452 700 1440 600 1430 520 L1478 520 C1472 620 1480 720 1500 820Z" fill="#6b4632"/><g fill="#d9602c"><circle cx="1450" cy="430" r="120"/><circle cx="1350" cy="470" r="84"/><circle cx="1550" cy="480" r="92"/><circle cx="1400" cy="350" r="84"/><circle cx="1510" cy="350" r="88"/></g><g fill="#f09a3e" opacity=".8"><circle cx="1412" cy="390" r="60"/><circle cx="1520" cy="440" r="50"/><circle cx="1352" cy="450" r="40"/></g>
    ${leaves}
    ${person(930, 500, 1.2, { skin: '#b47c55', hair: '#1d1512', top: '#2f6b8f', legs: '#3a3f57', extra: '<path d="M-34 36 Q-20 90 -26 150 M34 36 Q22 90 26 150" fill="none" stroke="#d9a441" stroke-width="10"/><rect x="28" y="104" width="54" height="66" rx="4" fill="#c94f3d"/><rect x="34" y="104" width="48" height="66" rx="3" fill="#f7efe0"/><rect x="28" y="104" width="50" height="66" rx="4" fill="#c94f3d"/>' })}
    ${person(1085, 508, 1.16, { skin: '#c08c63', hair: '#7d5a6d', top: '#7d5a6d', legs: '#4b3f5a', extra: '<path d="M-32 -14 Q-38 -62 2 -60 Q42 -62 34 -14 Q44 30 30 52 Q0 66 -30 52 Q-44 26 -32 -14Z M2 -46 Q-22 -46 -20 -12 Q-16 14 2 14 Q22 14 24 -12 Q24 -46 2 -46Z" fill="#5b3f63" fill-rule="evenodd"/>' })}`;
}

/** A lake under mountains, a family on the shore. */
export function visit(): string {
  const shore = [
    [60, 660, 1],
    [150, 690, 1.3],
    [250, 668, 0.9],
    [1330, 650, 1.1],
    [1420, 690, 1.5],
    [1540, 680, 1.3],
    [1230, 640, 0.8],
  ]
    .map(([x = 0, y = 0, scale = 1]) => pine(x, y, scale, y > 670 ? '#1f4f4a' : '#2d665c'))
    .join('');
  return `${sky('s', '#8fc7e3', '#e9f5f3')}${cloud(300, 140, 1.3)}${cloud(1260, 120, 1.1)}<circle cx="1050" cy="170" r="70" fill="#fff6d8"/>
    <path d="M0 560 L260 300 L420 450 L640 190 L900 480 L1120 260 L1340 470 L1600 310 V640 H0Z" fill="#7f9fb8"/><path d="M640 190 L560 286 L604 270 L640 310 L690 264 L724 284Z M1120 260 L1050 332 L1094 324 L1124 356 L1156 320 L1184 324Z M260 300 L196 364 L240 356 L268 388 L300 352 L318 356Z" fill="#fff"/>
    <path d="M0 600 L300 470 L560 590 L840 480 L1180 600 L1600 470 V660 H0Z" fill="#4f7f7d"/>
    <path d="M0 630 H1600 V900 H0Z" fill="#5fb0c4"/><path d="M0 630 L300 700 L560 640 L840 700 L1180 636 L1600 700 V630Z" fill="#4a94a8" opacity=".5"/><g stroke="#d8f0f2" stroke-width="5" stroke-linecap="round" opacity=".7"><path d="M340 700 h120 M560 740 h80 M180 770 h140 M720 690 h60 M480 800 h150"/></g>
    ${shore}<g transform="translate(520 716)"><path d="M-120 0 Q0 44 120 0 Q96 44 0 44 Q-96 44 -120 0Z" fill="#c2452d"/><path d="M-120 0 Q0 44 120 0 L112 12 Q0 52 -112 12Z" fill="#e4694a"/></g>
    <path d="M760 900 Q900 776 1200 768 Q1440 760 1600 726 V900Z" fill="#e8d6ae"/><path d="M1000 900 Q1200 830 1600 800 V900Z" fill="#d6bf8d"/>
    ${person(1130, 520, 1.06, { skin: '#a9714b', hair: '#2a1f1b', top: '#d9803a', legs: '#3d4a63' })}${person(1270, 528, 1.02, { skin: '#bb8459', hair: '#17100f', top: '#b03a5b', legs: '#b03a5b', extra: '<path d="M-28 -20 Q-36 40 -26 70 L-14 20 Z M30 -18 Q38 40 28 70 L16 20Z" fill="#17100f"/><path d="M-40 40 Q0 100 40 150 L30 168 Q-20 120 -44 70Z" fill="#e9c46a"/><path d="M-32 150 L-44 290 H46 L34 150Z" fill="#b03a5b"/>' })}
    ${person(1200, 650, 0.6, { skin: '#b57c54', hair: '#1f1613', top: '#3f8f7c', legs: '#45527a' })}${suitcase(1390, 800, '#2f6f8f', 0.9)}`;
}

/** The hall of an airport: an arrival with flowers. */
export function arrival(): string {
  const panes = [0, 1, 2, 3, 4]
    .map((at) => `<rect x="${at * 330 - 10}" y="90" width="300" height="520" fill="#d5ebf5"/>`)
    .join('');
  return `${sky('s', '#33516e', '#4d6d8a')}${panes}<g opacity=".95">${cloud(180, 240, 1)}${cloud(1180, 190, 0.9)}</g><path d="M0 520 H1600 V610 H0Z" fill="#b7c9b1"/><path d="M0 548 H1600 V610 H0Z" fill="#8d99a3"/>
    ${plane(520, 440, 1.25, '#ffffff', 0)}<path d="M340 486 v44 M650 486 v44" stroke="#3b4650" stroke-width="12"/><circle cx="340" cy="536" r="14" fill="#2a2f36"/><circle cx="650" cy="536" r="14" fill="#2a2f36"/>
    ${[0, 1, 2, 3, 4].map((at) => `<rect x="${at * 330 + 290}" y="60" width="30" height="560" fill="#28435d"/>`).join('')}<rect y="60" width="1600" height="34" fill="#28435d"/><rect y="330" width="1600" height="10" fill="#28435d"/><rect y="600" width="1600" height="26" fill="#28435d"/>
    <path d="M0 626 H1600 V900 H0Z" fill="#e8ecef"/><path d="M0 626 H1600 V640 H0Z" fill="#c6d0d8"/><g fill="#d6dde3"><path d="M100 640 L-60 900 H60 L160 640Z M460 640 L380 900 H520 L520 640Z M860 640 L900 900 H1040 L930 640Z M1260 640 L1420 900 H1560 L1330 640Z"/></g>
    <rect x="1010" y="120" width="380" height="130" rx="12" fill="#16283a"/><path d="M1046 190 l20 -34 h16 l-8 34 h40 l16 -18 h14 l-10 26 l10 26 h-14 l-16 -16 h-40 l8 30 h-16z" fill="#f2b632"/><path d="M1190 164 h160 M1190 188 h120 M1190 212 h140" stroke="#7fa4c4" stroke-width="10" stroke-linecap="round"/>
    ${person(1120, 520, 1.15, { skin: '#9c6845', hair: '#1d1613', top: '#35507f', legs: '#2f3542' })}${suitcase(1205, 800, '#d9552f', 1.05)}
    ${person(1370, 526, 1.12, { skin: '#b98259', hair: '#2f6b66', top: '#2f6b66', legs: '#274f4c', extra: '<path d="M-32 -14 Q-38 -62 2 -60 Q42 -62 34 -14 Q44 30 30 52 Q0 66 -30 52 Q-44 26 -32 -14Z M2 -46 Q-22 -46 -20 -12 Q-16 14 2 14 Q22 14 24 -12 Q24 -46 2 -46Z" fill="#1f5550" fill-rule="evenodd"/><path d="M-36 150 L-48 296 H50 L36 150Z" fill="#2f6b66"/><path d="M-70 150 l22 30 l22 -34z" fill="#f4ead6"/><g><circle cx="-66" cy="132" r="15" fill="#e0526a"/><circle cx="-44" cy="122" r="16" fill="#f2b632"/><circle cx="-26" cy="136" r="14" fill="#e88fa2"/></g>' })}
    ${person(1480, 640, 0.66, { skin: '#b47a52', hair: '#1a1411', top: '#f2b632', legs: '#35507f' })}${maple(180, 790, 0.5, '#c94b36', 12)}`;
}

/** A city at dusk seen from a meeting room, a plane above. */
export function corporate(): string {
  const towers = [
    [640, 330, 110],
    [770, 240, 130],
    [920, 380, 100],
    [1040, 180, 120],
    [1180, 300, 140],
    [1340, 230, 110],
    [1470, 340, 150],
  ];
  return `${sky('s', '#2a3566', '#f0a67c')}<circle cx="520" cy="520" r="120" fill="#ffd9a8" opacity=".9"/>
    <path d="M0 560 L220 430 L420 560 L620 470 L900 600 H1600 V760 H0Z" fill="#5d5583"/>
    ${towers.map(([x = 0, y = 0, width = 0], at) => `<rect x="${x}" y="${y}" width="${width}" height="${640 - y}" fill="${at % 2 ? '#34406f' : '#2b3560'}"/>${windows(x + 16, y + 24, Math.floor((width - 20) / 30), Math.floor((600 - y) / 42), '#ffd48a', 30)}`).join('')}
    <path d="M1094 180 V70 h8 V180z" fill="#34406f"/><ellipse cx="1098" cy="130" rx="26" ry="12" fill="#34406f"/>
    ${plane(380, 210, 0.9)}<path d="M40 330 Q160 300 220 262" stroke="#fff" stroke-width="5" stroke-dasharray="2 14" stroke-linecap="round" fill="none" opacity=".8"/>
    <path d="M0 640 H1600 V900 H0Z" fill="#1f2748"/><path d="M0 640 H1600 V656 H0Z" fill="#3a4677"/>
    ${person(960, 520, 1.1, { skin: '#a56e49', hair: '#17110f', top: '#3c4a6b', legs: '#2b3350', extra: '<path d="M-12 24 L2 60 L16 24Z" fill="#fff"/><path d="M-3 32 h10 l3 50 l-8 12 l-8 -12z" fill="#d9552f"/>' })}${suitcase(880, 800, '#8a5a3c', 0.85)}
    ${person(1300, 524, 1.08, { skin: '#c4946c', hair: '#2a1c17', top: '#8f3f5c', legs: '#2f2a45', extra: '<path d="M-28 -22 Q-40 20 -30 44 L-18 10Z M30 -20 Q42 20 32 44 L18 10Z" fill="#2a1c17"/><path d="M-12 24 L2 64 L16 24Z" fill="#fbeee2"/>' })}
    <path d="M1000 742 H1560 L1590 770 H970Z" fill="#b9805a"/><path d="M970 770 H1590 V786 H970Z" fill="#8f5f40"/><path d="M1060 786 h24 v114 h-24z M1480 786 h24 v114 h-24z" fill="#6f472f"/>
    <path d="M1130 680 h130 l14 60 h-158z" fill="#d9e2ee"/><path d="M1106 738 h180 v8 h-180z" fill="#aeb9c9"/><circle cx="1420" cy="722" r="22" fill="#fff"/><path d="M1400 722 h40 v14 q-20 14 -40 0z" fill="#e9edf3"/><g transform="translate(1500 724)"><circle r="32" fill="#5f9fc4"/><path d="M-20 -14 q14 -14 24 0 q-4 14 -16 12z M4 8 q18 -10 22 2 q-6 18 -18 14z" fill="#86bf7a"/><path d="M-14 34 h28 v8 h-28z" fill="#6f472f"/></g>`;
}
