/** Adds what HTML and CSS cannot do on the public pages. Every page works without it. */
import { startCarousels } from './carousel.ts';
import { startCopy } from './copy.ts';
import { startEnquiry } from './enquiry.ts';
import { startFilm } from './film.ts';
import { startFonts } from './fonts.ts';
import { startMenu } from './menu.ts';
import { startScrolled } from './scrolled.ts';

for (const start of [startFonts, startScrolled, startMenu, startCarousels, startFilm, startEnquiry, startCopy])
  start(document);
