/** The looks of a person, chosen once so that every layer of the drawing agrees. */
import type { DemoPerson } from '../applicants.ts';
import { purposes, type Random, randomFor } from '../random.ts';
import { hinduNames, muslimNames } from '../vocabulary.ts';
import {
  backgrounds,
  grey,
  hairs,
  kameezes,
  mix,
  panjabis,
  saris,
  scarves,
  shirts,
  skins,
  suits,
  ties,
} from './palette.ts';

export interface Traits {
  readonly sex: 'Male' | 'Female';
  readonly skin: string;
  readonly hair: string;
  readonly background: string;
  /** Half the width of the face at the cheekbones and at the jaw, and where the chin ends. */
  readonly cheek: number;
  readonly jaw: number;
  readonly chin: number;
  readonly eyeGap: number;
  readonly browWeight: number;
  readonly noseWidth: number;
  readonly lipFullness: number;
  readonly smile: number;
  readonly hairStyle: 'side' | 'crop' | 'curly' | 'swept' | 'receding' | 'bun' | 'long' | 'braid' | 'bob' | 'hijab';
  readonly beard: 'none' | 'stubble' | 'full' | 'goatee' | 'moustache';
  readonly glasses: 'none' | 'thin' | 'thick';
  readonly outfit: 'shirt' | 'suit' | 'panjabi' | 'polo' | 'sari' | 'kameez';
  readonly cloth: string;
  readonly accent: string;
  readonly scarf: string;
  readonly bindi: boolean;
  readonly earrings: boolean;
  readonly nosePin: boolean;
  readonly lined: boolean;
}

export function traitsOf(person: DemoPerson): Traits {
  const random = randomFor(person.index, purposes.portrait);
  const man = person.sex === 'Male';
  const birthYear = Number(person.birthDate.slice(0, 4));
  const older = birthYear < 1984;
  const hair = random.pick(hairs);
  const isMuslim = muslimNames[person.sex].given.some((name) => person.givenName.endsWith(name));
  const isHindu = hinduNames[person.sex].given.some((name) => person.givenName.startsWith(name));
  const hairStyle = man ? hairOfMan(older, random) : hairOfWoman(isMuslim, random);
  const outfit = man
    ? random.pick(['shirt', 'shirt', 'shirt', 'suit', 'suit', 'panjabi', 'polo'])
    : random.pick(['sari', 'kameez', 'kameez']);
  const [cloth, accent] = coloursOf(outfit, random);
  return {
    sex: person.sex,
    skin: random.pick(skins),
    hair: older && random.chance(0.4) ? mix(hair, grey, random.between(25, 65) / 100) : hair,
    background: random.pick(backgrounds),
    cheek: man ? random.between(116, 126) : random.between(108, 117),
    jaw: man ? random.between(88, 102) : random.between(72, 84),
    chin: man ? random.between(598, 612) : random.between(588, 598),
    eyeGap: random.between(52, 57),
    browWeight: man ? random.between(11, 15) : random.between(7, 9),
    noseWidth: man ? random.between(27, 33) : random.between(22, 27),
    lipFullness: man ? random.between(7, 10) : random.between(10, 13),
    smile: random.between(1, 8),
    hairStyle,
    beard: man
      ? random.pick(['none', 'none', 'none', 'stubble', 'stubble', 'full', 'full', 'goatee', 'moustache', 'moustache'])
      : 'none',
    glasses: random.pick(['none', 'none', 'none', 'none', 'thin', 'thick']),
    outfit,
    cloth,
    accent,
    scarf: random.pick(scarves),
    bindi: isHindu && !man && random.chance(0.6),
    earrings: random.chance(0.75),
    nosePin: random.chance(0.3),
    lined: birthYear < 1981,
  };
}

function hairOfMan(older: boolean, random: Random): Traits['hairStyle'] {
  return older
    ? random.pick(['side', 'receding', 'receding', 'crop', 'swept'])
    : random.pick(['side', 'crop', 'curly', 'swept', 'side', 'swept']);
}

function hairOfWoman(isMuslim: boolean, random: Random): Traits['hairStyle'] {
  return isMuslim && random.chance(0.5) ? 'hijab' : random.pick(['bun', 'long', 'braid', 'bob', 'long']);
}

function coloursOf(outfit: Traits['outfit'], random: Random): readonly [string, string] {
  switch (outfit) {
    case 'suit':
      return [random.pick(suits), random.pick(ties)];
    case 'panjabi':
      return [random.pick(panjabis), '#b08a45'];
    case 'sari':
      return random.pick(saris);
    case 'kameez':
      return random.pick(kameezes);
    default:
      return [random.pick(shirts), random.pick(ties)];
  }
}
