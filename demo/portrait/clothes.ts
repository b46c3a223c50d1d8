/** The clothes, from the neck down. */
import { darker, lighter, mix } from './palette.ts';
import type { Traits } from './traits.ts';

export function clothes(traits: Traits): string {
  switch (traits.outfit) {
    case 'suit':
      return suit(traits);
    case 'panjabi':
      return panjabi(traits);
    case 'sari':
      return sari(traits);
    case 'kameez':
      return kameez(traits);
    case 'polo':
      return polo(traits);
    default:
      return shirt(traits);
  }
}

/** Shoulders with a neckline: half widths of shoulder and neck opening, and how deep it goes. */
function torso(shoulder: number, opening: number, depth: number, colour: string, peak = 664): string {
  const left = (x: number) => 350 - x;
  const right = (x: number) => 350 + x;
  return `<path d="M${left(shoulder)} 960 C${left(shoulder)} 800 ${left(shoulder - 30)} 748 ${left(shoulder - 110)} 716 C${left(shoulder - 160)} 698 ${left(opening + 26)} ${peak + 26} ${left(opening)} ${peak} C${left(opening * 0.7)} ${depth} ${right(opening * 0.7)} ${depth} ${right(opening)} ${peak} C${right(opening + 26)} ${peak + 26} ${right(shoulder - 160)} 698 ${right(shoulder - 110)} 716 C${right(shoulder - 30)} 748 ${right(shoulder)} 800 ${right(shoulder)} 960Z" fill="${colour}"/>`;
}

const creases = (colour: string) =>
  `<path d="M150 960 C154 860 150 826 138 800 M550 960 C546 860 550 826 562 800" fill="none" stroke="${darker(colour, 0.2)}" stroke-width="6" stroke-linecap="round"/>`;

const collar = (colour: string, spread: number) =>
  `<path d="M276 650 C270 664 268 676 270 690 L${318 - spread} 772 L350 724 C316 706 288 680 276 650Z" fill="${colour}" stroke="${darker(colour, 0.22)}" stroke-width="4" stroke-linejoin="round"/>
   <path d="M424 650 C430 664 432 676 430 690 L${382 + spread} 772 L350 724 C384 706 412 680 424 650Z" fill="${colour}" stroke="${darker(colour, 0.22)}" stroke-width="4" stroke-linejoin="round"/>`;

const buttons = (colour: string, ...heights: number[]) =>
  heights.map((y) => `<circle cx="350" cy="${y}" r="5.5" fill="${colour}"/>`).join('');

function shirt({ cloth }: Traits): string {
  const seam = darker(cloth, 0.2);
  return `${torso(286, 78, 760, cloth)}${creases(cloth)}
    <path d="M338 740 L338 960 M362 740 L362 960" stroke="${seam}" stroke-width="3.5"/>
    ${buttons(lighter(seam, 0.5), 786, 846)}
    <path d="M430 822 h76 v78 h-76z" fill="none" stroke="${seam}" stroke-width="3.5"/>${collar(lighter(cloth, 0.12), 6)}`;
}

function polo({ cloth, accent }: Traits): string {
  return `${torso(284, 78, 772, cloth)}${creases(cloth)}
    <path d="M334 744 L334 856 L366 856 L366 744Z" fill="${darker(cloth, 0.1)}"/>${buttons('#f7f3ec', 790, 830)}
    ${collar(accent, 14)}`;
}

function suit({ cloth, accent }: Traits): string {
  const white = '#f6f7f9';
  return `${torso(292, 78, 756, white)}
    <path d="M338 728 L362 728 L372 760 L384 960 L316 960 L328 760Z" fill="${accent}"/><path d="M334 726 L366 726 L360 764 L340 764Z" fill="${darker(accent, 0.2)}"/>
    <path d="M328 800 L376 780 M324 840 L380 818 M320 880 L382 858" stroke="${lighter(accent, 0.3)}" stroke-width="4" opacity=".6"/>
    ${collar(white, 2)}
    <path d="M58 960 C58 800 90 748 170 716 C220 698 250 690 268 668 C272 740 300 820 330 960Z" fill="${cloth}"/>
    <path d="M642 960 C642 800 610 748 530 716 C480 698 450 690 432 668 C428 740 400 820 370 960Z" fill="${cloth}"/>
    <path d="M268 668 L214 738 L248 762 L226 784 L330 960 C300 820 272 740 268 668Z" fill="${lighter(cloth, 0.09)}" stroke="${darker(cloth, 0.35)}" stroke-width="3"/>
    <path d="M432 668 L486 738 L452 762 L474 784 L370 960 C400 820 428 740 432 668Z" fill="${lighter(cloth, 0.06)}" stroke="${darker(cloth, 0.35)}" stroke-width="3"/>
    <path d="M492 840 l64 -10 l4 22 l-66 6z" fill="${darker(cloth, 0.25)}"/><path d="M500 838 l10 -18 l12 14 l14 -16 l10 16z" fill="${white}"/>
    <path d="M128 960 C134 860 132 830 122 806 M572 960 C566 860 568 830 578 806" fill="none" stroke="${darker(cloth, 0.4)}" stroke-width="5" stroke-linecap="round"/>`;
}

function panjabi({ cloth, accent }: Traits): string {
  const thread = accent;
  const diamonds = [770, 806, 842, 878]
    .map((y) => `<path d="M350 ${y - 12} l9 12 l-9 12 l-9 -12z" fill="${thread}"/>`)
    .join('');
  return `${torso(288, 76, 744, cloth)}${creases(cloth)}
    <path d="M274 646 C272 690 310 724 338 736 L362 736 C390 724 428 690 426 646 L440 660 C444 716 400 748 364 760 L336 760 C300 748 256 716 260 660Z" fill="${lighter(cloth, 0.14)}" stroke="${thread}" stroke-width="4" stroke-linejoin="round"/>
    <path d="M322 752 L322 960 L378 960 L378 752Z" fill="${darker(cloth, 0.07)}" stroke="${thread}" stroke-width="3.5"/>${diamonds}`;
}

function sari({ cloth, accent }: Traits): string {
  const blouse = darker(mix(cloth, accent, 0.15), 0.22);
  const drape = 'M470 676 C520 692 584 724 596 960 L112 960 C170 860 330 800 404 712 C420 692 440 676 470 676Z';
  return `${torso(252, 88, 806, blouse, 680)}
    <path d="M262 676 C276 780 424 780 438 676" fill="none" stroke="${accent}" stroke-width="7"/>
    ${necklace()}
    <path d="${drape}" fill="${cloth}"/>
    <path d="M404 712 C330 800 170 860 112 960 L176 960 C250 860 372 800 432 730 C446 712 464 700 486 698 L470 676 C440 676 420 692 404 712Z" fill="${accent}"/>
    <path d="M414 728 C342 806 200 866 146 960" fill="none" stroke="${darker(cloth, 0.2)}" stroke-width="4" stroke-dasharray="3 13" stroke-linecap="round"/>
    <path d="M492 720 C440 790 360 850 280 960 M526 736 C500 800 440 860 384 960 M560 770 C548 820 520 866 494 960" fill="none" stroke="${darker(cloth, 0.2)}" stroke-width="6" stroke-linecap="round"/>`;
}

function kameez({ cloth, accent, hairStyle }: Traits): string {
  const scarf = (side: number) => {
    const x = (offset: number) => 350 + side * offset;
    return `<path d="M${x(72)} 688 C${x(140)} 694 ${x(206)} 716 ${x(222)} 960 L${x(116)} 960 C${x(124)} 810 ${x(112)} 740 ${x(72)} 688Z" fill="${accent}"/>
      <path d="M${x(118)} 716 C${x(150)} 760 ${x(160)} 820 ${x(158)} 960 M${x(164)} 732 C${x(184)} 780 ${x(190)} 830 ${x(190)} 960" fill="none" stroke="${darker(accent, 0.16)}" stroke-width="5" stroke-linecap="round"/>`;
  };
  return `${torso(248, 80, 796, cloth, 682)}
    <path d="M268 680 C286 784 414 784 432 680" fill="none" stroke="${accent}" stroke-width="11"/><path d="M268 680 C286 784 414 784 432 680" fill="none" stroke="${darker(cloth, 0.3)}" stroke-width="3" stroke-dasharray="2 10" stroke-linecap="round"/>
    ${[800, 836, 872].map((y) => `<circle cx="350" cy="${y}" r="7" fill="${accent}"/>`).join('')}
    ${hairStyle === 'hijab' ? '' : necklace()}${scarf(-1)}${scarf(1)}`;
}

const necklace = () =>
  `<path d="M300 668 C310 730 390 730 400 668" fill="none" stroke="#dcb04a" stroke-width="4"/><circle cx="350" cy="722" r="8" fill="#dcb04a"/><circle cx="350" cy="722" r="3.5" fill="#9c2f3f"/>`;
