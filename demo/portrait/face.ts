/** The head: neck, ears, face, eyes, brows, nose, mouth, beard and glasses, in the middle of a canvas of 700 by 900. */
import { darker, lighter, mix } from './palette.ts';
import type { Traits } from './traits.ts';

/** The outline of the face, wider by `by`. */
function faceOutline(traits: Traits, by = 0): string {
  const cheek = traits.cheek + by;
  const jaw = traits.jaw + by;
  const chin = traits.chin + by;
  const top = 226 - by;
  const left = (x: number) => 350 - x;
  const right = (x: number) => 350 + x;
  return `M${left(cheek)} 372 C${left(cheek)} 274 ${left(cheek * 0.62)} ${top} 350 ${top}
    C${right(cheek * 0.62)} ${top} ${right(cheek)} 274 ${right(cheek)} 372
    C${right(cheek)} 432 ${right(jaw + 12)} 478 ${right(jaw - 4)} 514
    C${right(jaw * 0.74)} ${chin - 26} ${right(38)} ${chin} 350 ${chin}
    C${left(38)} ${chin} ${left(jaw * 0.74)} ${chin - 26} ${left(jaw - 4)} 514
    C${left(jaw + 12)} 478 ${left(cheek)} 432 ${left(cheek)} 372 Z`;
}

/** The middle of the mouth: a third of the way from the nose to the tip of the chin. */
const mouthHeight = (traits: Traits) => traits.chin - 59;

export function neck(traits: Traits): string {
  const half = traits.sex === 'Male' ? 74 : 54;
  const shade = darker(traits.skin, 0.3);
  const shape = `M${350 - half} 500 L${350 - half} 640 C${350 - half} 676 ${350 - half - 12} 690 ${350 - half - 24} 704 L350 860 L${350 + half + 24} 704 C${350 + half + 12} 690 ${350 + half} 676 ${350 + half} 640 L${350 + half} 500 Z`;
  return `<clipPath id="neck"><path d="${shape}"/></clipPath>
    <path d="${shape}" fill="${traits.skin}"/>
    <g clip-path="url(#neck)"><path d="${faceOutline(traits, 4)}" transform="translate(6 74)" fill="${shade}"/>
    <path d="M318 716 Q334 730 340 724 M382 716 Q366 730 360 724" fill="none" stroke="${shade}" stroke-width="5" stroke-linecap="round" opacity=".6"/></g>`;
}

export function head(traits: Traits): string {
  const shade = darker(traits.skin, 0.13);
  const ear = (side: number) => {
    const x = 350 + side * (traits.cheek + 5);
    return `<ellipse cx="${x}" cy="418" rx="19" ry="36" fill="${side > 0 ? shade : traits.skin}" transform="rotate(${side * 6} ${x} 418)"/>
      <path d="M${x + side * 6} 396 Q${x - side * 10} 402 ${x - side * 2} 436" fill="none" stroke="${darker(traits.skin, 0.28)}" stroke-width="4" stroke-linecap="round"/>`;
  };
  const blush = mix(traits.skin, '#c8453f', 0.32);
  const cheekX = traits.cheek * 0.62;
  return `${ear(-1)}${ear(1)}
    <clipPath id="face"><path d="${faceOutline(traits)}"/></clipPath>
    <path d="${faceOutline(traits)}" fill="${shade}"/>
    <g clip-path="url(#face)">
      <path d="${faceOutline(traits)}" transform="translate(-24 -8)" fill="${traits.skin}"/>
      <ellipse cx="${350 - cheekX}" cy="470" rx="34" ry="24" fill="${blush}" opacity="${traits.sex === 'Male' ? 0.14 : 0.32}"/>
      <ellipse cx="${350 + cheekX}" cy="470" rx="34" ry="24" fill="${blush}" opacity="${traits.sex === 'Male' ? 0.14 : 0.32}"/>
      <ellipse cx="330" cy="300" rx="62" ry="30" fill="${lighter(traits.skin, 0.16)}" opacity=".35"/>
      ${chin(traits, shade)}
    </g>`;
}

/** A rounded chin: light on its front, shade under its edge and in the dip below the lip. */
function chin(traits: Traits, shade: string): string {
  const tip = traits.chin;
  const half = traits.sex === 'Male' ? 40 : 30;
  return `<path d="M${350 - half * 1.9} ${tip - 22} Q350 ${tip + 6} ${350 + half * 1.9} ${tip - 22} L${350 + half * 1.9} ${tip + 12} H${350 - half * 1.9} Z" fill="${shade}" opacity=".55"/>
      <ellipse cx="347" cy="${tip - 24}" rx="${half}" ry="15" fill="${lighter(traits.skin, 0.14)}" opacity=".5"/>`;
}

export function features(traits: Traits): string {
  return `${eyes(traits)}${nose(traits)}${beard(traits)}${mouth(traits)}${traits.lined ? lines(traits) : ''}${ornaments(traits)}${glasses(traits)}`;
}

function eyes(traits: Traits): string {
  const woman = traits.sex === 'Female';
  const line = '#1d1413';
  const iris = mix('#3a2114', traits.hair, 0.25);
  const browColour = mix(traits.hair, traits.skin, 0.12);
  const weight = traits.browWeight;
  const eye = (side: number) => `<g transform="translate(${350 + side * traits.eyeGap} 410) scale(${side} 1)">
      <path d="M-25 3 C-15 -14 11 -17 26 -2 C16 11 -12 14 -25 3Z" fill="#fbf7f2"/>
      <clipPath id="eye${side}"><path d="M-25 3 C-15 -14 11 -17 26 -2 C16 11 -12 14 -25 3Z"/></clipPath>
      <g clip-path="url(#eye${side})"><circle cx="0" cy="-2" r="12" fill="${iris}"/><circle cx="0" cy="-2" r="6" fill="#0e0909"/>
      <path d="M-28 -6 C-15 -22 11 -24 30 -8 L28 0 C14 -12 -12 -10 -26 5Z" fill="#3b2a2a" opacity=".28"/></g>
      <circle cx="${side * 4}" cy="-6" r="3.2" fill="#fff"/>
      <path d="M-26 4 C-15 -15 11 -18 ${woman ? '31 -7' : '27 -2'}" fill="none" stroke="${line}" stroke-width="${woman ? 6 : 4.4}" stroke-linecap="round"/>
      ${woman ? `<path d="M-20 8 C-10 13 12 12 25 1" fill="none" stroke="${line}" stroke-width="2.6" stroke-linecap="round" opacity=".75"/>` : ''}
      <path d="M-22 -13 C-10 -25 12 -27 26 -15" fill="none" stroke="${darker(traits.skin, 0.3)}" stroke-width="3" stroke-linecap="round" opacity=".7"/>
      <path d="M-31 ${-30 + weight * 0.2} C-18 ${-38 - weight * 0.5} 10 ${-45 - weight * 0.4} 40 ${-27} C16 ${-39 + weight * 0.5} -10 ${-34 + weight * 0.6} -30 ${-28 + weight * 0.75} Q-35 ${-29} -31 ${-30 + weight * 0.2}Z" fill="${browColour}"/>
    </g>`;
  return eye(-1) + eye(1);
}

function nose(traits: Traits): string {
  const wide = traits.noseWidth;
  const shade = darker(traits.skin, 0.3);
  return `<path d="M362 418 C364 448 ${352 + wide} 470 ${350 + wide} 486 C${348 + wide} 500 364 497 352 503 C360 480 356 450 362 418Z" fill="${darker(traits.skin, 0.2)}" opacity=".55"/>
    <path d="M${350 - wide} 488 C${354 - wide} 501 ${362 - wide} 496 340 500 C346 505 354 505 360 500 C${338 + wide} 496 ${346 + wide} 501 ${350 + wide} 488" fill="none" stroke="${shade}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>
    <ellipse cx="346" cy="474" rx="8" ry="11" fill="${lighter(traits.skin, 0.3)}" opacity=".35"/>`;
}

function mouth(traits: Traits): string {
  const woman = traits.sex === 'Female';
  const y = mouthHeight(traits);
  const half = woman ? 36 : 40;
  const up = traits.smile;
  const full = traits.lipFullness;
  const lip = woman ? mix(traits.skin, '#b3263f', 0.5) : mix(darker(traits.skin, 0.16), '#a4434a', 0.3);
  return `<path d="M${350 - half} ${y - up} C${350 - half * 0.5} ${y - full - 2} 342 ${y - full - 3} 350 ${y - full + 2} C358 ${y - full - 3} ${350 + half * 0.5} ${y - full - 2} ${350 + half} ${y - up} C${350 + half * 0.4} ${y + 4} ${350 - half * 0.4} ${y + 4} ${350 - half} ${y - up}Z" fill="${darker(lip, 0.14)}"/>
    <path d="M${350 - half} ${y - up} C${350 - half * 0.4} ${y + 3} ${350 + half * 0.4} ${y + 3} ${350 + half} ${y - up} C${350 + half * 0.5} ${y + full + 7} ${350 - half * 0.5} ${y + full + 7} ${350 - half} ${y - up}Z" fill="${lip}"/>
    <path d="M${350 - half - 3} ${y - up - 1} C${350 - half * 0.4} ${y + 4} ${350 + half * 0.4} ${y + 4} ${350 + half + 3} ${y - up - 1}" fill="none" stroke="${darker(lip, 0.5)}" stroke-width="3" stroke-linecap="round"/>
    <path d="M336 ${y + full * 0.7} Q350 ${y + full * 0.7 + 3} 364 ${y + full * 0.7}" fill="none" stroke="${lighter(lip, 0.35)}" stroke-width="3" stroke-linecap="round" opacity=".6"/>
    ${traits.beard === 'full' || traits.beard === 'goatee' ? '' : `<path d="M334 ${y + full + 15} Q350 ${y + full + 21} 366 ${y + full + 15}" fill="none" stroke="${darker(traits.skin, 0.24)}" stroke-width="4" stroke-linecap="round" opacity=".6"/>`}`;
}

function lines(traits: Traits): string {
  const stroke = `fill="none" stroke="${darker(traits.skin, 0.24)}" stroke-width="3" stroke-linecap="round" opacity=".65"`;
  return `<path d="M${350 - 44} 484 Q${350 - 60} 506 ${350 - 58} 524 M${350 + 44} 484 Q${350 + 60} 506 ${350 + 58} 524" ${stroke}/>
    <path d="M${350 - 74} 434 Q${350 - 58} 442 ${350 - 44} 436 M${350 + 74} 434 Q${350 + 58} 442 ${350 + 44} 436" ${stroke}/>`;
}

function beard(traits: Traits): string {
  const { cheek, jaw, chin } = traits;
  const y = mouthHeight(traits);
  const fill = mix(traits.hair, traits.skin, 0.1);
  const moustache = `M350 ${y - 20} C336 ${y - 27} 312 ${y - 22} 300 ${y - 3} C316 ${y - 9} 334 ${y - 8} 350 ${y - 9} C366 ${y - 8} 384 ${y - 9} 400 ${y - 3} C388 ${y - 22} 364 ${y - 27} 350 ${y - 20}Z`;
  if (traits.beard === 'none') return '';
  if (traits.beard === 'moustache') return `<path d="${moustache}" fill="${fill}"/>`;
  if (traits.beard === 'goatee') {
    return `<path d="${moustache}" fill="${fill}"/><path d="M298 ${y} C296 ${y + 40} 318 ${chin + 12} 350 ${chin + 12} C382 ${chin + 12} 404 ${y + 40} 402 ${y} C396 ${y + 22} 376 ${y + 20} 350 ${y + 20} C324 ${y + 20} 304 ${y + 22} 298 ${y}Z" fill="${fill}"/>`;
  }
  const grow = traits.beard === 'full' ? 9 : 0;
  const shape = `M${350 - cheek - 3} 344 C${350 - cheek - 4} 440 ${350 - jaw - 12 - grow / 2} 486 ${350 - jaw + 2 - grow} 516 C${350 - jaw * 0.76 - grow} ${chin - 18 + grow} ${350 - 42} ${chin + grow * 1.6} 350 ${chin + grow * 1.6}
    C${350 + 42} ${chin + grow * 1.6} ${350 + jaw * 0.76 + grow} ${chin - 18 + grow} ${350 + jaw - 2 + grow} 516 C${350 + jaw + 12 + grow / 2} 486 ${350 + cheek + 4} 440 ${350 + cheek + 3} 344
    L${350 + cheek - 6} 344 C${350 + cheek - 12} 456 ${350 + jaw - 10} 488 412 ${y - 14} C396 ${y - 28} 366 ${y - 28} 350 ${y - 20} C334 ${y - 28} 304 ${y - 28} 288 ${y - 14} C${350 - jaw + 10} 488 ${350 - cheek + 12} 456 ${350 - cheek + 6} 344Z`;
  if (traits.beard === 'stubble')
    return `<g clip-path="url(#face)"><path d="${shape}" fill="${traits.hair}" opacity=".26"/></g>`;
  return `<path d="${shape}" fill="${fill}"/><path d="M302 ${y + 2} C316 ${y - 12} 384 ${y - 12} 398 ${y + 2} C392 ${y + 26} 308 ${y + 26} 302 ${y + 2}Z" fill="${mix(traits.skin, traits.hair, 0.35)}"/>`;
}

function ornaments(traits: Traits): string {
  if (traits.sex === 'Male') return '';
  const gold = '#e3b64c';
  const hidden = traits.hairStyle === 'hijab';
  const earring = (side: number) =>
    `<circle cx="${350 + side * (traits.cheek + 8)}" cy="456" r="6" fill="${gold}"/><path d="M${350 + side * (traits.cheek + 8)} 462 l-9 22 q9 9 18 0z" fill="${gold}"/><circle cx="${350 + side * (traits.cheek + 8)}" cy="480" r="3.5" fill="#b23a48"/>`;
  return `${traits.bindi ? '<circle cx="350" cy="356" r="8" fill="#a61f34"/>' : ''}
    ${traits.nosePin ? `<circle cx="${350 - traits.noseWidth + 1}" cy="482" r="3.6" fill="${gold}"/>` : ''}
    ${traits.earrings && !hidden ? earring(-1) + earring(1) : ''}`;
}

function glasses(traits: Traits): string {
  if (traits.glasses === 'none') return '';
  const thick = traits.glasses === 'thick';
  const colour = thick ? '#22191a' : '#7b6a58';
  const width = thick ? 7 : 4;
  const lens = (
    side: number,
  ) => `<rect x="${350 + side * (traits.eyeGap + 4) - 43}" y="380" width="86" height="${thick ? 62 : 58}" rx="${thick ? 20 : 27}" fill="#ffffff" fill-opacity=".12" stroke="${colour}" stroke-width="${width}"/>
    <path d="M${350 + side * (traits.eyeGap + 47)} 398 L${350 + side * (traits.cheek + 4)} 402" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`;
  return `${lens(-1)}${lens(1)}<path d="M${350 - traits.eyeGap + 39} 402 Q350 390 ${350 + traits.eyeGap - 39} 402" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`;
}
