/** The five slides of a new installation; the first three fill the first carousel of the home page. */
import { fileURLToPath } from 'node:url';
import { thumbnailName } from '../../contract/files.ts';
import type { EncodedPicture } from '../files/preparing.ts';
import { slideThumbnails } from '../files/stored-objects.ts';

export interface FirstSlide {
  /** Name of the picture in `first/`. */
  picture: string;
  title: string;
  content: string;
  titleBangla: string;
  contentBangla: string;
  link: string | null;
}

export const firstSlides: readonly FirstSlide[] = [
  {
    picture: 'work.jpg',
    title: 'Work in Canada',
    content: 'From the employer’s offer to the permit: we prepare your papers and follow them to the decision.',
    titleBangla: 'কানাডায় কাজ',
    contentBangla: 'কোম্পানির প্রস্তাব থেকে ওয়ার্ক পারমিট পর্যন্ত আপনার কাগজপত্র আমরা গুছিয়ে দিই, সিদ্ধান্ত আসা পর্যন্ত পাশে থাকি।',
    link: '/about#work',
  },
  {
    picture: 'study.jpg',
    title: 'Study in Canada',
    content: 'Choose a college that suits you and apply for the student visa with a complete file.',
    titleBangla: 'কানাডায় পড়াশোনা',
    contentBangla: 'নিজের জন্য মানানসই কলেজ বেছে নিন, সম্পূর্ণ কাগজপত্র দিয়ে স্টুডেন্ট ভিসার আবেদন করুন।',
    link: '/about#study',
  },
  {
    picture: 'visit.jpg',
    title: 'Visit family and friends',
    content: 'A visit visa for holidays, weddings and the people you have not seen for too long.',
    titleBangla: 'আপনজনের কাছে বেড়াতে যান',
    contentBangla: 'ছুটি, বিয়ে কিংবা অনেক দিন না-দেখা প্রিয়জনের জন্য ভিজিট ভিসা।',
    link: '/about#visit',
  },
  {
    picture: 'status.jpg',
    title: 'Where is my application?',
    content: 'Check the status at any time with your passport number, nationality and date of birth.',
    titleBangla: 'আমার আবেদন কোথায়?',
    contentBangla: 'পাসপোর্ট নম্বর, জাতীয়তা ও জন্মতারিখ দিয়ে যেকোনো সময় আবেদনের খোঁজ নিন।',
    link: '/enquiry',
  },
  {
    picture: 'corporate.jpg',
    title: 'Corporate travel management',
    content: 'Visas, tickets and itineraries for teams, arranged by one office.',
    titleBangla: 'কর্পোরেট ভ্রমণ ব্যবস্থাপনা',
    contentBangla: 'আপনার প্রতিষ্ঠানের সবার ভিসা, টিকিট ও ভ্রমণসূচি এক জায়গা থেকেই।',
    link: '/#corporate',
  },
];

/**
 * The picture with its thumbnails, which `art/render-thumbnails.ts` has made: encoding them would slow the first start.
 */
export function firstPicture(picture: string): EncodedPicture {
  const pathOf = (name: string) => fileURLToPath(new URL(`first/${name}`, import.meta.url));
  const thumbnails = slideThumbnails.map((kind) => ({
    ...kind,
    path: pathOf(thumbnailName(picture.replace('.jpg', ''), kind)),
  }));
  return { path: pathOf(picture), type: 'image/jpeg', widthPx: 1_600, heightPx: 900, thumbnails };
}
