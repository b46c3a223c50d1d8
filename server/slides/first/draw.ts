/**
 * Draws the pictures of the first five slides; run by hand after a change here:
 * `node server/slides/first/draw.ts`. No letters are drawn, so no font is needed and
 * the pictures serve both languages.
 */
import sharp from 'sharp';

const widthPx = 1600;
const heightPx = 900;

/** A maple leaf around 0,0, about two units wide. */
const leaf =
  'M0 -1 L.17 -.68 Q.2 -.63 .26 -.66 L.45 -.76 L.36 -.3 Q.35 -.2 .43 -.26 L.68 -.52 L.74 -.38 Q.76 -.33 .83 -.35 L1.08 -.4 L1 -.13 Q.98 -.07 1.04 -.04 L1.16 .03 L.62 .46 Q.57 .5 .59 .56 L.64 .74 L.1 .66 Q.05 .65 .05 .7 L.08 1.2 L-.08 1.2 L-.05 .7 Q-.05 .65 -.1 .66 L-.64 .74 L-.59 .56 Q-.57 .5 -.62 .46 L-1.16 .03 L-1.04 -.04 Q-.98 -.07 -1 -.13 L-1.08 -.4 L-.83 -.35 Q-.76 -.33 -.74 -.38 L-.68 -.52 L-.43 -.26 Q-.35 -.2 -.36 -.3 L-.45 -.76 L-.26 -.66 Q-.2 -.63 -.17 -.68 Z';
const leafAt = (x: number, y: number, size: number, turn: number, fill: string, opacity = 1) =>
  `<path d="${leaf}" transform="translate(${x} ${y}) rotate(${turn}) scale(${size})" fill="${fill}" opacity="${opacity}"/>`;

const plane =
  'M0 0 L86 -9 L140 -74 L160 -74 L136 -12 L196 -15 L218 -42 L232 -42 L222 -8 Q222 0 222 8 L232 42 L218 42 L196 15 L136 12 L160 74 L140 74 L86 9 Z';
const planeAt = (x: number, y: number, size: number, turn: number, fill: string) =>
  `<path d="${plane}" transform="translate(${x} ${y}) rotate(${turn}) scale(${-size} ${size})" fill="${fill}"/>`;

const sky = (id: string, ...stops: string[]) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops
    .map((color, at) => `<stop offset="${at / (stops.length - 1)}" stop-color="${color}"/>`)
    .join('')}</linearGradient>`;

const ground = `<rect width="${widthPx}" height="${heightPx}" fill="url(#sky)"/>`;

const peaks = (base: number, height: number, step: number, shift: number, fill: string, snow?: string) => {
  let out = '';
  for (let x = -step; x < widthPx + step; x += step) {
    const rise = height * (0.66 + 0.34 * Math.abs(Math.sin(x * 0.013 + shift)));
    const top = x + step * 0.55;
    out += `<path d="M${x - step * 0.35} ${base} L${top} ${base - rise} L${x + step * 1.45} ${base} Z" fill="${fill}"/>`;
    if (snow)
      out += `<path d="M${top} ${base - rise} l${-step * 0.2} ${rise * 0.22} l${step * 0.1} ${-rise * 0.04} l${step * 0.08} ${rise * 0.1} l${step * 0.09} ${-rise * 0.1} l${step * 0.13} ${rise * 0.06} Z" fill="${snow}"/>`;
  }
  return out;
};

const pines = (y: number, size: number, step: number, fill: string) => {
  let out = '';
  for (let x = 0, n = 0; x < widthPx + step; x += step, n++) {
    const tall = size * (0.75 + 0.4 * Math.abs(Math.sin(n * 2.3)));
    for (const [from, wide] of [
      [0, 0.24],
      [0.26, 0.33],
      [0.52, 0.42],
    ] as const) {
      const top = y - tall * (1 - from);
      out += `<path d="M${x} ${top} l${tall * wide} ${tall * 0.46} l${-2 * tall * wide} 0 Z" fill="${fill}"/>`;
    }
  }
  return out;
};

const towers = (y: number, fill: string, windows: string) => {
  let out = '';
  const shapes = [
    [700, 90, 250],
    [800, 120, 340],
    [930, 80, 210],
    [1180, 110, 380],
    [1300, 90, 270],
    [1400, 130, 430],
    [1540, 100, 300],
  ] as const;
  for (const [x, wide, tall] of shapes) {
    out += `<rect x="${x}" y="${y - tall}" width="${wide}" height="${tall}" fill="${fill}"/>`;
    for (let row = 0; row < tall / 34 - 1; row++)
      for (let column = 0; column < wide / 26 - 1; column++)
        if ((row * 7 + column * 5 + x) % 4)
          out += `<rect x="${x + 12 + column * 26}" y="${y - tall + 16 + row * 34}" width="11" height="17" fill="${windows}"/>`;
  }
  out += `<path d="M1062 ${y} L1073 ${y - 520} L1079 ${y - 700} L1085 ${y - 520} L1096 ${y} Z" fill="${fill}"/>`;
  out += `<ellipse cx="1079" cy="${y - 500}" rx="44" ry="20" fill="${fill}"/><rect x="1047" y="${y - 500}" width="64" height="26" rx="8" fill="${windows}"/>`;
  return out;
};

const scenes: Record<string, string> = {
  work: `<defs>${sky('sky', '#16324f', '#3f6f8f', '#f2b880')}</defs>${ground}
    <circle cx="1240" cy="560" r="110" fill="#ffe3b3"/>
    ${towers(780, '#1c2b3a', '#f7cf8b')}
    <g stroke="#c8442f" stroke-width="12" fill="none"><path d="M620 780 V250 M470 270 H1000 M620 250 L500 270 M620 210 L940 270 M620 210 V250"/></g>
    <path d="M900 270 V420" stroke="#2b2b2b" stroke-width="4"/><rect x="850" y="420" width="100" height="26" fill="#e8a33d"/>
    <rect y="780" width="1600" height="120" fill="#141d27"/>
    <g transform="translate(330 640)"><path d="M-95 260 Q-95 90 0 90 Q95 90 95 260 Z" fill="#e07b2e"/><path d="M-30 96 V260 M30 96 V260" stroke="#f6e27a" stroke-width="16"/><circle cy="30" r="58" fill="#9b6a48"/><path d="M-74 20 Q-70 -62 0 -62 Q70 -62 74 20 Z" fill="#f4c430"/><rect x="-88" y="12" width="176" height="16" rx="8" fill="#e0ae1c"/></g>`,
  visit: `<defs>${sky('sky', '#6fb1d6', '#cfe7ef', '#f7efe0')}</defs>${ground}
    ${peaks(620, 380, 330, 1, '#7d95a8', '#ffffff')}${peaks(640, 250, 250, 2.4, '#56748a', '#eef5f8')}
    <rect y="600" width="1600" height="300" fill="#2f7f86"/>
    <g fill="#ffffff" opacity=".16"><rect x="180" y="680" width="520" height="7" rx="3"/><rect x="860" y="730" width="440" height="7" rx="3"/><rect x="420" y="790" width="620" height="7" rx="3"/></g>
    ${pines(640, 150, 74, '#1f4d46')}
    <g transform="translate(1080 770)"><path d="M-250 0 Q0 96 250 0 Q230 70 150 74 H-150 Q-230 70 -250 0 Z" fill="#b3392f"/><circle cx="-70" cy="-52" r="30" fill="#8a5a3c"/><path d="M-112 18 Q-112 -26 -70 -26 Q-28 -26 -28 18 Z" fill="#f1c453"/><circle cx="60" cy="-62" r="32" fill="#6f4630"/><path d="M16 20 Q16 -34 60 -34 Q104 -34 104 20 Z" fill="#2d4a7a"/><path d="M120 -80 L190 90" stroke="#e9d8b4" stroke-width="10"/></g>`,
  study: `<defs>${sky('sky', '#f3d9b1', '#f8ecd6', '#fdf8ee')}</defs>${ground}
    <g fill="#a4502f"><rect x="700" y="380" width="800" height="380"/><rect x="1010" y="200" width="180" height="560"/></g>
    <path d="M990 206 L1100 70 L1210 206 Z M680 384 L760 300 H1440 L1520 384 Z" fill="#5c3a2c"/>
    <circle cx="1100" cy="280" r="46" fill="#fff6e4"/><path d="M1100 280 V248 M1100 280 L1124 292" stroke="#3a2a22" stroke-width="7" stroke-linecap="round"/>
    <g fill="#fbe6b8">${[740, 830, 920, 1230, 1320, 1410].map((x) => `<path d="M${x} 560 V460 Q${x + 27} 420 ${x + 54} 460 V560 Z M${x} 700 V610 H${x + 54} V700 Z"/>`).join('')}</g>
    <path d="M1055 760 V620 Q1100 560 1145 620 V760 Z" fill="#3d2a22"/>
    <rect y="760" width="1600" height="140" fill="#7d9a5b"/><path d="M1040 760 H1160 L1330 900 H870 Z" fill="#d9c9a8"/>
    <g transform="translate(330 620)"><path d="M-150 150 Q0 84 0 150 Q0 84 150 150 V30 Q0 -34 0 30 Q0 -34 -150 30 Z" fill="#2d5d7c"/><path d="M-134 128 Q-6 70 0 128 Q6 70 134 128 V22 Q6 -24 0 34 Q-6 -24 -134 22 Z" fill="#fffdf6"/><path d="M-150 -96 L0 -160 L150 -96 L0 -32 Z" fill="#26303a"/><path d="M-80 -66 V-14 Q0 24 80 -14 V-66 L0 -32 Z" fill="#35434f"/><path d="M120 -106 V-20" stroke="#e0a83a" stroke-width="8"/><circle cx="120" cy="-14" r="13" fill="#e0a83a"/></g>
    ${leafAt(560, 250, 34, 20, '#c8442f', 0.9)}${leafAt(640, 520, 24, -35, '#d98a2b', 0.9)}${leafAt(180, 300, 28, -12, '#d98a2b', 0.85)}${leafAt(600, 800, 30, 60, '#c8442f')}`,
  status: `<defs>${sky('sky', '#0f3d3e', '#1d6a66', '#8cc7b5')}</defs>${ground}
    ${leafAt(300, 480, 330, -14, '#ffffff', 0.06)}
    <g transform="translate(1080 470) rotate(7)"><rect x="-190" y="-270" width="380" height="540" rx="28" fill="#7c1f2b"/><rect x="-166" y="-246" width="332" height="492" rx="16" fill="none" stroke="#d8b25a" stroke-width="5"/><circle cy="-40" r="96" fill="none" stroke="#d8b25a" stroke-width="8"/><path d="M-96 -40 H96 M0 -136 Q-70 -40 0 56 M0 -136 Q70 -40 0 56 M-84 -86 H84 M-84 6 H84" fill="none" stroke="#d8b25a" stroke-width="5"/><rect x="-110" y="130" width="220" height="18" rx="9" fill="#d8b25a"/><rect x="-70" y="170" width="140" height="14" rx="7" fill="#d8b25a" opacity=".7"/></g>
    <g transform="translate(1300 600)"><circle r="150" fill="#f4fbf8"/><circle r="122" fill="#2e9b6b"/><path d="M-58 4 L-16 46 L62 -42" fill="none" stroke="#ffffff" stroke-width="26" stroke-linecap="round" stroke-linejoin="round"/></g>
    <g transform="translate(470 690)"><path d="M-250 0 H250" stroke="#d9f0e7" stroke-width="12" stroke-linecap="round"/><circle cx="-250" r="30" fill="#f4c430"/><circle r="30" fill="#f4c430"/><circle cx="250" r="30" fill="#f4fbf8"/></g>`,
  travel: `<defs>${sky('sky', '#23395d', '#7a6a8a', '#f4a774')}</defs>${ground}
    <circle cx="420" cy="700" r="170" fill="#ffd9a0"/>
    <g fill="#ffffff" opacity=".55"><ellipse cx="300" cy="560" rx="210" ry="34"/><ellipse cx="420" cy="530" rx="130" ry="36"/><ellipse cx="1320" cy="330" rx="220" ry="30"/><ellipse cx="1240" cy="306" rx="120" ry="30"/></g>
    <path d="M120 640 Q640 470 1010 330" fill="none" stroke="#ffffff" stroke-width="5" stroke-dasharray="4 22" stroke-linecap="round" opacity=".8"/>
    ${planeAt(1240, 245, 1.35, -21, '#f7f4ee')}
    <rect y="770" width="1600" height="130" fill="#1b2233"/>
    <g transform="translate(980 770)"><rect x="-80" y="-250" width="190" height="250" rx="20" fill="#c8442f"/><path d="M-30 -250 V-310 H60 V-250" fill="none" stroke="#2a2f3a" stroke-width="13"/><path d="M-50 -230 V-20 M15 -230 V-20 M80 -230 V-20" stroke="#a93524" stroke-width="10"/><rect x="140" y="-180" width="220" height="180" rx="18" fill="#2f7f86"/><path d="M210 -180 V-214 H290 V-180" fill="none" stroke="#2a2f3a" stroke-width="13"/><rect x="140" y="-112" width="220" height="14" fill="#25666c"/></g>
    ${leafAt(995, 645, 42, 0, '#fff4ea')}`,
};

for (const [name, drawing] of Object.entries(scenes)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthPx} ${heightPx}" width="${widthPx}" height="${heightPx}">${drawing}</svg>`;
  await sharp(Buffer.from(svg))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(new URL(`${name}.jpg`, import.meta.url).pathname);
}
