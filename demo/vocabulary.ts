/** The vocabulary of the applicants: names, towns, wages. Frequent words are listed more than once. */
import type { JobTitle } from './employers.ts';

type Words = readonly [string, ...string[]];
interface Names {
  readonly Male: { readonly given: Words; readonly surname: Words };
  readonly Female: { readonly given: Words; readonly surname: Words };
}
const words = (text: string) => text.split(', ') as [string, ...string[]];

const sharedSurnames =
  'Rahman, Rahman, Islam, Islam, Hossain, Ahmed, Ahmed, Khan, Chowdhury, Chowdhury, Haque, Karim, Siddique, Talukder, Sarker, Bhuiyan, Sheikh, Mahmud, Kabir, Alam, Hasan, Uddin, Mia, Majumder, Patwary, Howlader, Mondal, Pramanik, Khandaker, Sikder, Mollah, Munshi, Faruque, Quddus, Azad';

export const muslimNames: Names = {
  Male: {
    given: words(
      'Rakib, Tanvir, Mehedi, Sabbir, Arif, Nazmul, Shahin, Imran, Rubel, Jahid, Shakil, Mizanur, Habibur, Saiful, Ariful, Rashedul, Shafiqul, Monirul, Nurul, Kamrul, Rezaul, Zahirul, Tariqul, Aminul, Jamal, Kamal, Faisal, Masud, Sohel, Rasel, Sumon, Parvez, Ashraful, Mahbub, Towhid, Fahim, Asif, Shamim, Delwar, Anwar, Abdul Karim, Abdul Malek, Abdur Razzak, Golam Mostafa, Abu Sayed, Abu Taher, Mahfuzur, Enamul, Ruhul Amin, Liton, Jasim, Belal, Helal, Kawsar, Nayeem, Shahadat, Ibrahim, Ismail, Yusuf, Omar Faruk, Zubair, Badrul, Obaidul, Foysal',
    ),
    surname: words(`${sharedSurnames}, Miah, Miah, Ali, Ullah, Bepari, Gazi, Sardar, Molla, Hawlader`),
  },
  Female: {
    given: words(
      'Nusrat, Farzana, Sharmin, Tahmina, Sabina, Rokeya, Fatema, Ayesha, Shirin, Nasrin, Salma, Rehana, Jannatul, Sumaiya, Taslima, Afroza, Monira, Ruma, Shahnaz, Mahmuda, Lutfun, Rabeya, Khadija, Mariam, Sadia, Tania, Nazia, Farhana, Ismat, Dilruba, Parvin, Rozina, Hasina, Morsheda, Kamrun, Nargis, Shamima, Tamanna, Ishrat, Sanjida, Anika, Maliha, Tasnim, Mim, Sultana, Umme Kulsum, Umme Habiba, Noor Jahan, Bilkis, Asma',
    ),
    surname: words(
      `${sharedSurnames}, Akter, Akter, Akter, Begum, Begum, Begum, Khatun, Khatun, Sultana, Sultana, Jahan, Nahar, Banu, Yasmin, Ferdous`,
    ),
  },
};

export const hinduNames: Names = {
  Male: {
    given: words(
      'Sujan, Bikash, Prosenjit, Ratan, Dipankar, Uttam, Sanjoy, Tapan, Shyamal, Gopal, Nirmal, Pradip, Subrata, Anup, Mithun, Sajal, Liton, Bipul, Joydeb, Polash',
    ),
    surname: words(
      'Das, Das, Roy, Saha, Sarkar, Ghosh, Biswas, Mondal, Paul, Dey, Debnath, Barman, Sutradhar, Bhowmik, Karmakar, Halder, Datta, Barua, Chakraborty',
    ),
  },
  Female: {
    given: words(
      'Shilpi, Rupa, Sumitra, Mitali, Anjana, Purnima, Shefali, Bithi, Papia, Kakoli, Dipti, Lipika, Swapna, Jhuma, Tripti, Mukta, Arpita, Priyanka',
    ),
    surname: words(
      'Das, Das, Roy, Rani, Rani, Saha, Sarkar, Ghosh, Biswas, Paul, Dey, Debnath, Bhowmik, Halder, Datta, Barua, Chakraborty',
    ),
  },
};

export const hillNames: Names = {
  Male: {
    given: words('Amar, Bimal, Suman, Rupayan, Ching Mong, Uchai, Milton, Jewel'),
    surname: words('Chakma, Chakma, Marma, Tripura, Tanchangya, Mro'),
  },
  Female: {
    given: words('Ananya, Bipasha, Mahua, Nandita, Mra Sang, Rikta, Juliet'),
    surname: words('Chakma, Chakma, Marma, Tripura, Tanchangya'),
  },
};

export interface Abroad {
  readonly country: string;
  readonly nationalities: Words;
  readonly shape: 'india' | 'nepal' | 'sri-lanka';
  readonly idDigits: number;
  readonly cities: Words;
  readonly names: Names;
}

export const abroad: readonly [Abroad, ...Abroad[]] = [
  {
    country: 'Nepal',
    nationalities: ['Nepali', 'Nepal', 'Nepalese'],
    shape: 'nepal',
    idDigits: 11,
    cities: words('Kathmandu, Pokhara, Biratnagar, Butwal, Dharan'),
    names: {
      Male: {
        given: words('Bishal, Suresh, Dipendra, Prakash, Kiran, Sagar'),
        surname: words('Thapa, Gurung, Shrestha, Tamang, Adhikari, Karki'),
      },
      Female: {
        given: words('Sunita, Anjali, Sarita, Binita, Puja, Kabita'),
        surname: words('Thapa, Gurung, Shrestha, Tamang, Adhikari, Karki'),
      },
    },
  },
  {
    country: 'India',
    nationalities: ['Indian', 'India'],
    shape: 'india',
    idDigits: 12,
    cities: words('Kolkata, Agartala, Guwahati, Siliguri, Silchar'),
    names: {
      Male: {
        given: words('Arjun, Sourav, Debashish, Rahul, Manoj, Abhijit'),
        surname: words('Banerjee, Sen, Mukherjee, Kumar, Bose, Nath'),
      },
      Female: {
        given: words('Ananya, Moumita, Sneha, Rima, Payel, Deepa'),
        surname: words('Banerjee, Sen, Mukherjee, Kumari, Bose, Nath'),
      },
    },
  },
  {
    country: 'Sri Lanka',
    nationalities: ['Sri Lankan', 'Sri Lanka'],
    shape: 'sri-lanka',
    idDigits: 12,
    cities: words('Colombo, Kandy, Galle, Jaffna, Negombo'),
    names: {
      Male: {
        given: words('Nuwan, Kasun, Chaminda, Ruwan, Tharindu'),
        surname: words('Perera, Fernando, Silva, Jayasuriya, Bandara'),
      },
      Female: {
        given: words('Dilini, Nadeesha, Chathuri, Sanduni, Ishara'),
        surname: words('Perera, Fernando, Silva, Jayasuriya, Bandara'),
      },
    },
  },
];

export const cities = words(
  'Sylhet, Sylhet, Sylhet, Dhaka, Dhaka, Dhaka, Chattogram, Chattogram, Cumilla, Cumilla, Noakhali, Noakhali, Moulvibazar, Moulvibazar, Habiganj, Sunamganj, Feni, Brahmanbaria, Chandpur, Tangail, Mymensingh, Gazipur, Narayanganj, Narsingdi, Kishoreganj, Faridpur, Madaripur, Shariatpur, Munshiganj, Lakshmipur, Barishal, Khulna, Jashore, Kushtia, Rajshahi, Bogura, Pabna, Sirajganj, Rangpur, Dinajpur, Gaibandha, Jamalpur, Patuakhali, Satkhira, Natore, Naogaon, Magura',
);
export const hillCities = words('Rangamati, Khagrachhari, Bandarban');

export const marks = words(
  'Mole on left cheek, Mole on right cheek, Mole on the chin, Small scar on forehead, Cut mark on left eyebrow, Cut mark on right hand, Scar on left forearm, Burn mark on right wrist, Birth mark on neck, Birth mark on left shoulder, Mole above upper lip, Scar on right knee, Dimple on both cheeks, Two moles on left hand, Smallpox vaccination mark on left arm',
);

export const duties = [
  '8 hours a day, 5 days a week',
  '8 hours a day, 5 days a week',
  '8 hours a day, 5 days a week',
  '8 hours a day, 6 days a week',
  '9 hours a day, 5 days a week',
  '10 hours a day, 4 days a week',
  '10 hours a day, 5 days a week',
  '7.5 hours a day, 5 days a week',
] as const;

/** Canadian dollars an hour, lowest and highest. */
export const hourlyPay: Readonly<Record<JobTitle, readonly [number, number]>> = {
  Driving: [22, 31],
  Welder: [25, 36],
  Construction: [21, 30],
  Electrician: [28, 39],
  Holder: [17, 21],
  Housekeeping: [16.5, 20],
  Cleaner: [16.5, 20],
  Plumber: [27, 38],
  Packaging: [16.5, 20.5],
  Cook: [17.5, 23],
  Restaurant: [16.5, 19.5],
  Manager: [27, 38],
  Supervisor: [22, 30],
  Worker: [16.5, 21],
  'Caring Operator': [18.5, 25],
};

export const notes = {
  waiting: [
    'Bank statement of the last six months asked for.',
    'Police clearance is still missing.',
    'Medical booked at the panel clinic.',
    'Employer letter to be signed again.',
    'Biometrics appointment confirmed by telephone.',
    'Name spelled differently in the national ID; affidavit asked for.',
  ],
  approved: [
    'Passport to be collected in person.',
    'Called and told to bring the original receipt.',
    'Collected by the brother with a written authority.',
    'Visa counterfoil checked against the passport.',
  ],
  moved: ['Collection moved at the applicant’s wish.', 'Courier delayed; new collection day given.'],
  rejected: [
    'Proof of funds not sufficient.',
    'Employer withdrew the offer.',
    'Experience letters could not be verified.',
    'Passport expires before the end of the contract.',
  ],
  reopened: ['New experience letters received, file opened again.', 'Employer renewed the offer.'],
} as const;
