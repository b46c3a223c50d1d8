/** The five slides that a first start has: the first three fill the first carousel of the home page. */
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
    content: 'From the job letter to the air ticket: one file, one team, every step explained.',
    titleBangla: 'কানাডায় কাজ',
    contentBangla: 'চাকরির চিঠি থেকে বিমান টিকিট পর্যন্ত: একটি ফাইল, একটি দল, প্রতিটি ধাপ বুঝিয়ে বলা।',
    link: '/about',
  },
  {
    picture: 'visit.jpg',
    title: 'Visit family and friends',
    content: 'We check your papers before the embassy does, so that nothing is missing.',
    titleBangla: 'পরিবার ও বন্ধুদের কাছে বেড়াতে যান',
    contentBangla: 'দূতাবাসের আগে আমরাই আপনার কাগজপত্র দেখে নিই, যাতে কিছু বাদ না পড়ে।',
    link: null,
  },
  {
    picture: 'study.jpg',
    title: 'Study at a Canadian college',
    content: 'Choose a programme, prepare the study permit, arrive before the first lecture.',
    titleBangla: 'কানাডার কলেজে পড়াশোনা',
    contentBangla: 'বিষয় বেছে নিন, স্টাডি পারমিট তৈরি করুন, প্রথম ক্লাসের আগেই পৌঁছে যান।',
    link: null,
  },
  {
    picture: 'status.jpg',
    title: 'Know where your application stands',
    content: 'Passport number, nationality and date of birth are all it takes, at any hour.',
    titleBangla: 'আপনার আবেদন কোথায় আছে জানুন',
    contentBangla: 'পাসপোর্ট নম্বর, জাতীয়তা ও জন্মতারিখ দিলেই হবে, দিন-রাত যে কোনো সময়।',
    link: '/enquiry',
  },
  {
    picture: 'travel.jpg',
    title: 'Corporate travel, arranged',
    content: 'Tickets, visas and arrival for a whole crew, planned by one person you can call.',
    titleBangla: 'প্রতিষ্ঠানের ভ্রমণ, গুছিয়ে দেওয়া',
    contentBangla: 'পুরো দলের টিকিট, ভিসা ও পৌঁছানো — সবই সামলান একজন, যাঁকে ফোন করা যায়।',
    link: null,
  },
];
