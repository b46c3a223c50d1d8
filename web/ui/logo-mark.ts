/**
 * The mark of the product: a gate under a round arch, whose light has the shape of a maple leaf standing on a road.
 * It is one path of one colour, and the leaf is a gap in it. It fills a square of 32 from (-2, 0).
 */
export const logoMark = {
  viewBox: '-2 0 32 32',
  path:
    'M0 32V14a14 14 0 0 1 28 0V32H20.5Q16.4 27.7 15.3 23.2Q20.5 20.8 25.6 18.9Q23.9 17.4 22.4 15.2Q23.1 12 24.3 8.9' +
    'Q20.9 9.6 17.9 11.1Q15.5 7.9 14 2.7Q12.5 7.9 10.1 11.1Q7.1 9.6 3.7 8.9Q4.9 12 5.6 15.2Q4.1 17.4 2.4 18.9' +
    'Q7.5 20.8 12.7 23.2Q11.6 27.7 7.5 32Z',
  /** The gate without the leaf; drawn behind the mark in another colour, it colours the leaf. */
  gate: 'M1 32V14a13 13 0 0 1 26 0V32Z',
} as const;
