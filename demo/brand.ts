/** The invented brand settings of the demo; environment variables override them. */
export const demoBrand = {
  CONTACT_EMAIL: 'help@maplegate.example',
  CONTACT_PHONE: '+880 9600 000000',
  CONTACT_PERSON: 'Shirin Sultana, applications desk',
  CONTACT_PERSON_BN: 'শিরিন সুলতানা, আবেদন বিভাগ',
  CONTACT_ADDRESS: '3rd floor, House 00, Example Road, Dhanmondi, Dhaka 1209',
  CONTACT_ADDRESS_BN: '৪র্থ তলা, বাড়ি ০০, নমুনা সড়ক, ধানমন্ডি, ঢাকা ১২০৯',
  CONTACT_HOURS: 'Sunday to Thursday, 9:00 to 17:00',
  CONTACT_HOURS_BN: 'রবি থেকে বৃহস্পতিবার, সকাল ৯টা থেকে বিকেল ৫টা',
  LICENCE_NUMBER: 'R000000',
  LICENCE_BODY: 'a sample, given by nobody',
  LICENCE_BODY_BN: 'নমুনা, কেউ দেয়নি',
  LICENCE_REGISTER_URL: 'https://register.maplegate.example/R000000',
};
