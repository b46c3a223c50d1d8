/** The five slides that a first start has: texts in both languages and pictures without any text in them. */
import sharp from 'sharp';
import { arrival, corporate, study, visit, work } from './slide/scenes.ts';

export const slideSize = { width: 1600, height: 900 } as const;

export interface DemoSlide {
  readonly title: string;
  readonly content: string;
  readonly titleBangla: string;
  readonly contentBangla: string;
  readonly link: string | null;
  draw(): Promise<Buffer>;
}

function draw(scene: () => string): () => Promise<Buffer> {
  const { width, height } = slideSize;
  return () =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1600 900">${scene()}</svg>`,
      ),
    )
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 86 })
      .toBuffer();
}

export const slides: readonly DemoSlide[] = [
  {
    title: 'Work in Canada',
    content: 'From the employer’s offer to the permit: we prepare your papers and follow them to the decision.',
    titleBangla: 'কানাডায় কাজ',
    contentBangla: 'নিয়োগকর্তার প্রস্তাব থেকে ওয়ার্ক পারমিট পর্যন্ত আপনার কাগজপত্র আমরা গুছিয়ে দিই, সিদ্ধান্ত আসা পর্যন্ত পাশে থাকি।',
    link: '/about',
    draw: draw(work),
  },
  {
    title: 'Study in Canada',
    content: 'Choose a college that suits you and apply for the student visa with a complete file.',
    titleBangla: 'কানাডায় পড়াশোনা',
    contentBangla: 'নিজের জন্য মানানসই কলেজ বেছে নিন, সম্পূর্ণ কাগজপত্র দিয়ে স্টুডেন্ট ভিসার আবেদন করুন।',
    link: '/about',
    draw: draw(study),
  },
  {
    title: 'Visit family and friends',
    content: 'A visit visa for holidays, weddings and the people you have not seen for too long.',
    titleBangla: 'আপনজনের কাছে বেড়াতে যান',
    contentBangla: 'ছুটি, বিয়ে কিংবা অনেক দিন না-দেখা প্রিয়জনের জন্য ভিজিট ভিসা।',
    link: '/about',
    draw: draw(visit),
  },
  {
    title: 'Where is my application?',
    content: 'Check the status at any time with your passport number, nationality and date of birth.',
    titleBangla: 'আমার আবেদন কোথায়?',
    contentBangla: 'পাসপোর্ট নম্বর, জাতীয়তা ও জন্মতারিখ দিয়ে যেকোনো সময় আবেদনের অবস্থা দেখুন।',
    link: '/enquiry',
    draw: draw(arrival),
  },
  {
    title: 'Corporate travel management',
    content: 'Visas, tickets and itineraries for teams, arranged by one office.',
    titleBangla: 'প্রাতিষ্ঠানিক ভ্রমণ ব্যবস্থাপনা',
    contentBangla: 'আপনার প্রতিষ্ঠানের সবার ভিসা, টিকিট ও ভ্রমণসূচি এক জায়গা থেকেই।',
    link: '/about',
    draw: draw(corporate),
  },
];
