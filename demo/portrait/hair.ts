/** Hair and head scarves: a layer behind the body and a layer over the face. */
import { darker, lighter } from './palette.ts';
import type { Traits } from './traits.ts';

export function hairBehind(traits: Traits): string {
  const colour = darker(traits.hair, 0.25);
  const { cheek } = traits;
  const left = 350 - cheek;
  const right = 350 + cheek;
  switch (traits.hairStyle) {
    case 'long':
      return `<path d="M350 178 C${left - 60} 172 ${left - 62} 340 ${left - 50} 460 C${left - 46} 560 ${left - 92} 640 ${left - 62} 800 L${right + 62} 800 C${right + 92} 640 ${right + 46} 560 ${right + 50} 460 C${right + 62} 340 ${right + 60} 172 350 178Z" fill="${colour}"/>`;
    case 'bob':
      return `<path d="M350 178 C${left - 58} 174 ${left - 62} 340 ${left - 50} 440 C${left - 46} 520 ${left - 60} 580 ${left - 40} 628 C${left + 20} 650 ${right - 20} 650 ${right + 40} 628 C${right + 60} 580 ${right + 46} 520 ${right + 50} 440 C${right + 62} 340 ${right + 58} 174 350 178Z" fill="${colour}"/>`;
    case 'bun':
      return `<ellipse cx="350" cy="186" rx="66" ry="56" fill="${colour}"/>`;
    case 'braid':
      return `<path d="M${left - 14} 380 C${left - 22} 450 ${left + 20} 490 ${left + 60} 545 L${right - 40} 575 C${right + 12} 540 ${right + 30} 470 ${right + 14} 380Z" fill="${colour}"/>`;
    case 'hijab':
      return `<path d="M350 168 C206 164 190 300 194 430 C196 540 206 600 196 640 L504 640 C494 600 504 540 506 430 C510 300 494 164 350 168Z" fill="${darker(traits.scarf, 0.12)}"/>`;
    default:
      return '';
  }
}

export function hairOver(traits: Traits): string {
  const { hair, cheek } = traits;
  const shine = lighter(hair, 0.16);
  const left = 350 - cheek;
  const right = 350 + cheek;
  const fill = (shape: string) => `<path d="${shape}" fill="${hair}"/>`;
  const strand = (shape: string, width = 5) =>
    `<path d="${shape}" fill="none" stroke="${shine}" stroke-width="${width}" stroke-linecap="round" opacity=".55"/>`;
  switch (traits.hairStyle) {
    case 'side':
      return (
        fill(
          `M${left - 8} 396 C${left - 26} 300 ${left - 8} 196 330 182 C${right - 30} 166 ${right + 26} 240 ${right + 8} 396 C${right + 2} 372 ${right - 2} 350 ${right - 12} 322 C${right - 30} 306 ${right - 36} 296 ${right - 42} 284 C390 306 330 304 ${left + 46} 276 C${left + 30} 300 ${left + 12} 322 ${left + 6} 340 C${left + 2} 360 ${left - 2} 376 ${left - 8} 396Z`,
        ) +
        strand(`M${left + 46} 274 C300 232 380 214 ${right - 22} 258`) +
        strand(`M${left + 62} 258 C320 212 390 204 ${right - 40} 232`, 4)
      );
    case 'crop':
      return (
        fill(
          `M${left - 7} 394 C${left - 20} 300 ${left} 200 350 196 C${right} 200 ${right + 20} 300 ${right + 7} 394 C${right + 2} 366 ${right - 4} 340 ${right - 14} 318 C${right - 22} 292 ${right - 34} 286 ${right - 48} 284 C390 276 310 276 ${left + 48} 284 C${left + 34} 286 ${left + 22} 292 ${left + 14} 318 C${left + 4} 340 ${left - 2} 366 ${left - 7} 394Z`,
        ) + strand(`M${left + 44} 246 C310 216 390 216 ${right - 44} 246`)
      );
    case 'curly': {
      const curls = [
        [-104, 300, 30],
        [-98, 262, 36],
        [-74, 224, 40],
        [-36, 202, 42],
        [6, 196, 44],
        [48, 206, 42],
        [82, 230, 38],
        [102, 268, 34],
        [106, 306, 28],
        [-56, 262, 30],
        [-16, 258, 32],
        [28, 258, 32],
        [66, 268, 28],
      ];
      return (
        fill(
          `M${left - 6} 390 C${left - 18} 290 ${left + 10} 210 350 206 C${right - 10} 210 ${right + 18} 290 ${right + 6} 390 L${right - 12} 316 C390 270 310 270 ${left + 12} 316Z`,
        ) +
        curls
          .map(([x = 0, y = 0, size = 0]) => `<circle cx="${350 + x}" cy="${y}" r="${size}" fill="${hair}"/>`)
          .join('') +
        curls
          .slice(2, 8)
          .map(([x = 0, y = 0, size = 0]) =>
            strand(`M${350 + x - size * 0.4} ${y - size * 0.2} q${size * 0.4} -${size * 0.5} ${size * 0.9} 0`, 4),
          )
          .join('')
      );
    }
    case 'swept':
      return (
        fill(
          `M${left - 8} 398 C${left - 22} 320 ${left - 14} 236 ${left + 30} 208 C${left + 60} 168 ${right - 60} 150 ${right - 14} 196 C${right + 26} 236 ${right + 22} 320 ${right + 8} 398 C${right + 4} 366 ${right - 2} 340 ${right - 16} 314 C${right - 26} 280 ${right - 40} 268 ${right - 60} 264 C380 256 320 256 ${left + 54} 266 C${left + 32} 276 ${left + 22} 296 ${left + 14} 318 C${left + 4} 340 ${left} 366 ${left - 8} 398Z`,
        ) +
        strand(`M${left + 58} 258 C${left + 80} 214 ${right - 70} 184 ${right - 26} 214`) +
        strand('M320 254 C340 222 390 206 430 226', 4) +
        strand('M362 254 C380 234 410 228 434 246', 4)
      );
    case 'receding':
      return (
        fill(
          `M${left - 7} 396 C${left - 22} 310 ${left - 2} 216 348 204 C${right + 2} 216 ${right + 22} 310 ${right + 7} 396 C${right + 2} 362 ${right - 2} 336 ${right - 14} 312 C${right - 22} 276 ${right - 48} 246 ${right - 66} 240 C386 262 330 262 ${left + 62} 240 C${left + 46} 248 ${left + 22} 276 ${left + 14} 312 C${left + 2} 336 ${left - 2} 362 ${left - 7} 396Z`,
        ) + strand(`M${left + 70} 232 C320 216 380 216 ${right - 70} 232`, 4)
      );
    case 'hijab':
      return scarfOver(traits);
    default:
      return womansHair(traits, fill, strand);
  }
}

function womansHair(
  traits: Traits,
  fill: (shape: string) => string,
  strand: (shape: string, width?: number) => string,
): string {
  const left = 350 - traits.cheek;
  const right = 350 + traits.cheek;
  const parting = `M350 236 C${left + 62} 254 ${left + 24} 310 ${left + 10} 372 C${left + 4} 396 ${left - 2} 420 ${left - 12} 448 C${left - 44} 330 ${left - 30} 190 350 184 C${right + 30} 190 ${right + 44} 330 ${right + 12} 448 C${right + 2} 420 ${right - 4} 396 ${right - 10} 372 C${right - 24} 310 ${right - 62} 254 350 236Z`;
  const shineLines =
    strand(`M338 214 C${left + 44} 226 ${left + 4} 284 ${left - 8} 352`) +
    strand(`M362 214 C${right - 44} 226 ${right - 4} 284 ${right + 8} 352`);
  if (traits.hairStyle === 'bun') {
    return fill(parting) + shineLines + strand('M306 176 C320 150 380 150 394 176', 4);
  }
  if (traits.hairStyle === 'braid') {
    const links = [0, 1, 2, 3, 4, 5].map((step) => {
      const x = right + 6 + step * 3;
      const y = 520 + step * 50;
      return `<path d="M${x - 30} ${y} C${x - 26} ${y + 40} ${x - 4} ${y + 56} ${x + 2} ${y + 66} C${x + 12} ${y + 50} ${x + 34} ${y + 38} ${x + 32} ${y} C${x + 16} ${y + 16} ${x - 12} ${y + 16} ${x - 30} ${y}Z" fill="${step % 2 ? lighter(traits.hair, 0.06) : traits.hair}"/>`;
    });
    return `${fill(parting)}${shineLines}${fill(`M${right - 2} 420 C${right + 30} 470 ${right + 44} 520 ${right + 38} 570 Q${right + 6} 610 ${right - 24} 570 C${right - 18} 520 ${right - 6} 470 ${right - 2} 420Z`)}${links.join('')}`;
  }
  const fall = traits.hairStyle === 'long' ? 700 : 600;
  const lock = (side: number) => {
    const edge = 350 + side * traits.cheek;
    return fill(
      `M${edge + side * 4} 380 C${edge + side * 34} 440 ${edge + side * 10} 520 ${edge + side * 22} ${fall - 60} C${edge + side * 26} ${fall - 20} ${edge + side * 10} ${fall} ${edge - side * 8} ${fall} C${edge + side * 2} ${fall - 70} ${edge - side * 18} 540 ${edge - side * 8} 470 C${edge - side * 4} 430 ${edge} 400 ${edge + side * 4} 380Z`,
    );
  };
  const sideParting = `M${left + 78} 232 C${left + 36} 262 ${left + 18} 320 ${left + 8} 376 C${left + 2} 400 ${left - 4} 430 ${left - 10} 460 C${left - 48} 330 ${left - 30} 188 346 182 C${right + 34} 188 ${right + 48} 330 ${right + 10} 460 C${right + 4} 430 ${right} 400 ${right - 8} 366 C${right - 26} 320 ${right - 90} 300 ${left + 78} 232Z`;
  return lock(-1) + lock(1) + fill(traits.hairStyle === 'bob' ? sideParting : parting) + shineLines;
}

/** The cloth around the face and over the chest, with an oval opening for the face. */
function scarfOver(traits: Traits): string {
  const { scarf, chin, cheek } = traits;
  const fold = darker(scarf, 0.26);
  const light = lighter(scarf, 0.14);
  const open = cheek - 2;
  const opening = `M350 262 C${350 - open - 2} 262 ${350 - open} 350 ${350 - open} 412 C${350 - open + 6} 490 ${350 - 62} ${chin - 4} 350 ${chin - 4} C${350 + 62} ${chin - 4} ${350 + open - 6} 490 ${350 + open} 412 C${350 + open} 350 ${350 + open + 2} 262 350 262Z`;
  const band = `M350 244 C${350 - open - 16} 246 ${350 - open - 8} 350 ${350 - open - 4} 400 L${350 - open + 8} 400 C${350 - open + 8} 340 ${350 - open + 22} 280 350 280 C${350 + open - 22} 280 ${350 + open - 8} 340 ${350 + open - 8} 400 L${350 + open + 4} 400 C${350 + open + 8} 350 ${350 + open + 16} 246 350 244Z`;
  const outer =
    'M350 170 C212 168 198 300 202 424 C204 500 216 560 208 598 C196 640 128 668 112 880 L588 880 C572 668 504 640 492 598 C484 560 496 500 498 424 C502 300 488 168 350 170Z';
  const line = (shape: string, colour = fold, width = 5) =>
    `<path d="${shape}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" opacity=".7"/>`;
  return `<path d="${outer} ${opening}" fill="${scarf}" fill-rule="evenodd"/>
    <path d="${band}" fill="${darker(scarf, 0.35)}"/>
    <path d="M${350 - open + 4} 470 C${350 - open + 16} ${chin - 10} 320 ${chin + 14} 352 ${chin + 12} C400 ${chin + 8} ${350 + open - 20} 520 ${350 + open - 2} 450 C${350 + open + 40} 560 430 680 250 800 C190 740 190 690 214 640 C240 600 ${350 - open - 10} 540 ${350 - open + 4} 470Z" fill="${light}" opacity=".28"/>
    ${line(`M${350 - open - 10} 500 C236 600 262 650 330 ${chin + 60}`)}${line(`M${350 + open + 6} 470 C476 600 400 690 236 806`)}
    ${line('M300 690 C260 740 214 800 190 890')}${line('M404 704 C430 760 440 820 436 890')}${line('M490 690 C520 740 532 800 534 880', fold, 4)}
    ${line('M250 236 C224 290 216 350 220 420', light, 6)}${line(`M330 ${chin + 30} C290 ${chin + 60} 260 ${chin + 90} 240 ${chin + 130}`, light, 4)}`;
}
