import { inEachLanguage, type Language, languageNames } from './language.ts';

/**
 * Every country of ISO 3166-1 with its names, demonyms and the other words that people
 * write for it, in English and Bangla. Bangladesh first, then by English name.
 */
export interface Country {
  readonly code: string;
  readonly alpha3: string;
  readonly name: Readonly<Record<Language, string>>;
  readonly demonym: Readonly<Partial<Record<Language, string>>>;
  readonly aliases: readonly string[];
}

// code|alpha-3|English name|Bangla name|English demonym|Bangla demonym|aliases. A word that stands
// in two rows (Congo, Korean) names neither country; see nationality.ts.
const rows = `
BD|BGD|Bangladesh|বাংলাদেশ|Bangladeshi|বাংলাদেশি|বাংলাদেশের নাগরিক,বাংলাদেশি নাগরিক,জন্মসূত্রে বাংলাদেশি,গণপ্রজাতন্ত্রী বাংলাদেশ,People's Republic of Bangladesh,Bangladeshi by birth,Bangladeshi citizen,Bangla Desh
AF|AFG|Afghanistan|আফগানিস্তান|Afghan|আফগান|Afghani,আফগানি,আফগানিস্তানি,Islamic Emirate of Afghanistan,Islamic Republic of Afghanistan
AX|ALA|Åland Islands|অলান্ড দ্বীপপুঞ্জ|Ålander||Aland
AL|ALB|Albania|আলবেনিয়া|Albanian|আলবেনীয়|আলবেনিয়ান
DZ|DZA|Algeria|আলজেরিয়া|Algerian|আলজেরীয়|আলজেরিয়ান
AS|ASM|American Samoa|আমেরিকান সামোয়া|American Samoan
AD|AND|Andorra|আন্ডোরা|Andorran
AO|AGO|Angola|অ্যাঙ্গোলা|Angolan|অ্যাঙ্গোলীয়
AI|AIA|Anguilla|অ্যাঙ্গুইলা|Anguillian
AQ|ATA|Antarctica|অ্যান্টার্কটিকা
AG|ATG|Antigua and Barbuda|অ্যান্টিগুয়া ও বারবুডা|Antiguan and Barbudan||Antiguan,Barbudan,Antigua
AR|ARG|Argentina|আর্জেন্টিনা|Argentine|আর্জেন্টাইন|Argentinian,Argentinean,আর্জেন্টিনীয়
AM|ARM|Armenia|আর্মেনিয়া|Armenian|আর্মেনীয়|আর্মেনিয়ান
AW|ABW|Aruba|আরুবা|Aruban
AU|AUS|Australia|অস্ট্রেলিয়া|Australian|অস্ট্রেলীয়|অস্ট্রেলিয়ান,Commonwealth of Australia
AT|AUT|Austria|অস্ট্রিয়া|Austrian|অস্ট্রীয়|অস্ট্রিয়ান
AZ|AZE|Azerbaijan|আজারবাইজান|Azerbaijani|আজারবাইজানি|Azeri
BS|BHS|Bahamas|বাহামা দ্বীপপুঞ্জ|Bahamian||The Bahamas
BH|BHR|Bahrain|বাহরাইন|Bahraini|বাহরাইনি|বাহারিন,Kingdom of Bahrain
BB|BRB|Barbados|বার্বাডোজ|Barbadian||Bajan
BY|BLR|Belarus|বেলারুশ|Belarusian|বেলারুশীয়|Byelorussian
BE|BEL|Belgium|বেলজিয়াম|Belgian|বেলজীয়|বেলজিয়ান
BZ|BLZ|Belize|বেলিজ|Belizean
BJ|BEN|Benin|বেনিন|Beninese||Beninois
BM|BMU|Bermuda|বারমুডা|Bermudian
BT|BTN|Bhutan|ভুটান|Bhutanese|ভুটানি|ভুটানিজ,Kingdom of Bhutan
BO|BOL|Bolivia|বলিভিয়া|Bolivian|বলিভীয়|Plurinational State of Bolivia
BA|BIH|Bosnia and Herzegovina|বসনিয়া ও হার্জেগোভিনা|Bosnian|বসনীয়|Bosnia,Herzegovinian,Bosnian and Herzegovinian,বসনিয়া,বসনিয়ান
BW|BWA|Botswana|বতসোয়ানা|Motswana||Batswana,Botswanan
BV|BVT|Bouvet Island|বোভেট দ্বীপ
BR|BRA|Brazil|ব্রাজিল|Brazilian|ব্রাজিলীয়|ব্রাজিলিয়ান,Brasil
IO|IOT|British Indian Ocean Territory|ব্রিটিশ ভারত মহাসাগরীয় অঞ্চল
VG|VGB|British Virgin Islands|ব্রিটিশ ভার্জিন দ্বীপপুঞ্জ|British Virgin Islander||Virgin Islander,Virgin Islands,BVI
BN|BRN|Brunei|ব্রুনেই|Bruneian|ব্রুনেইয়ান|Brunei Darussalam,ব্রুনাই
BG|BGR|Bulgaria|বুলগেরিয়া|Bulgarian|বুলগেরীয়|বুলগেরিয়ান
BF|BFA|Burkina Faso|বুরকিনা ফাসো|Burkinabe||Burkinabé
BI|BDI|Burundi|বুরুন্ডি|Burundian
KH|KHM|Cambodia|কম্বোডিয়া|Cambodian|কম্বোডীয়|কম্বোডিয়ান,Kingdom of Cambodia
CM|CMR|Cameroon|ক্যামেরুন|Cameroonian|ক্যামেরুনীয়
CA|CAN|Canada|কানাডা|Canadian|কানাডীয়|কানাডিয়ান,ক্যানাডা,ক্যানাডিয়ান
CV|CPV|Cape Verde|কেপ ভার্দে|Cape Verdean||Cabo Verde,Cabo Verdean
BQ|BES|Caribbean Netherlands|ক্যারিবিয়ান নেদারল্যান্ডস|||Bonaire,Bonaire Sint Eustatius and Saba
KY|CYM|Cayman Islands|কেম্যান দ্বীপপুঞ্জ|Caymanian
CF|CAF|Central African Republic|মধ্য আফ্রিকান প্রজাতন্ত্র|Central African||CAR
TD|TCD|Chad|চাদ|Chadian|চাদীয়
CL|CHL|Chile|চিলি|Chilean|চিলীয়
CN|CHN|China|চীন|Chinese|চীনা|চৈনিক,চাইনিজ,গণচীন,People's Republic of China,PRC,Mainland China
CX|CXR|Christmas Island|ক্রিসমাস দ্বীপ|Christmas Islander
CC|CCK|Cocos (Keeling) Islands|কোকোস (কিলিং) দ্বীপপুঞ্জ|Cocos Islander||Cocos Islands,Keeling Islands
CO|COL|Colombia|কলম্বিয়া|Colombian|কলম্বীয়|কলম্বিয়ান
KM|COM|Comoros|কমোরোস|Comorian
CK|COK|Cook Islands|কুক দ্বীপপুঞ্জ|Cook Islander
CR|CRI|Costa Rica|কোস্টারিকা|Costa Rican
CI|CIV|Côte d'Ivoire|আইভরি কোস্ট|Ivorian|আইভরীয়|Ivory Coast,Cote d'Ivoire,Ivoirian,কোত দিভোয়ার,কোট ডি‘আইভোর
HR|HRV|Croatia|ক্রোয়েশিয়া|Croatian|ক্রোয়েশীয়|Croat,ক্রোয়েশিয়ান
CU|CUB|Cuba|কিউবা|Cuban|কিউবান
CW|CUW|Curaçao|কুরাসাও|Curaçaoan
CY|CYP|Cyprus|সাইপ্রাস|Cypriot|সাইপ্রীয়|সাইপ্রিয়ট
CZ|CZE|Czechia|চেক প্রজাতন্ত্র|Czech|চেক|Czech Republic,চেকিয়া
CD|COD|Democratic Republic of the Congo|কঙ্গো গণতান্ত্রিক প্রজাতন্ত্র|Congolese|কঙ্গোলিজ|Congo,কঙ্গো,Congo-Kinshasa,DR Congo,DRC,Zaire
DK|DNK|Denmark|ডেনমার্ক|Danish|ডেনিশ|Dane,দিনেমার
DJ|DJI|Djibouti|জিবুতি|Djiboutian
DM|DMA|Dominica|ডোমিনিকা|Dominican|ডোমিনিকান|Commonwealth of Dominica
DO|DOM|Dominican Republic|ডোমিনিকান প্রজাতন্ত্র|Dominican|ডোমিনিকান|ডোমেনিকান প্রজাতন্ত্র
EC|ECU|Ecuador|ইকুয়েডর|Ecuadorian|ইকুয়েডরীয়|Ecuadorean
EG|EGY|Egypt|মিশর|Egyptian|মিশরীয়|মিসর,মিসরীয়,Arab Republic of Egypt
SV|SLV|El Salvador|এল সালভেদর|Salvadoran||Salvadorean,Salvadorian
GQ|GNQ|Equatorial Guinea|নিরক্ষীয় গিনি|Equatorial Guinean||Equatoguinean
ER|ERI|Eritrea|ইরিত্রিয়া|Eritrean
EE|EST|Estonia|এস্তোনিয়া|Estonian|এস্তোনীয়
SZ|SWZ|Eswatini|ইসওয়াতিনি|Swazi||Swaziland,সোয়াজিল্যান্ড
ET|ETH|Ethiopia|ইথিওপিয়া|Ethiopian|ইথিওপীয়|ইথিওপিয়ান
FK|FLK|Falkland Islands|ফকল্যান্ড দ্বীপপুঞ্জ|Falkland Islander
FO|FRO|Faroe Islands|ফ্যারো দ্বীপপুঞ্জ|Faroese||Faroe Islander
FJ|FJI|Fiji|ফিজি|Fijian|ফিজীয়|ফিজিয়ান
FI|FIN|Finland|ফিনল্যান্ড|Finnish|ফিনিশ|Finn,ফিনীয়
FR|FRA|France|ফ্রান্স|French|ফরাসি|French Republic,ফ্রেঞ্চ
GF|GUF|French Guiana|ফরাসি গায়ানা|French Guianese||Guianese,ফরাসী গায়ানা
PF|PYF|French Polynesia|ফরাসি পলিনেশিয়া|French Polynesian||ফরাসী পলিনেশিয়া
TF|ATF|French Southern Territories|ফরাসি দক্ষিণাঞ্চল|||ফরাসী দক্ষিণাঞ্চল
GA|GAB|Gabon|গ্যাবন|Gabonese
GM|GMB|Gambia|গাম্বিয়া|Gambian||The Gambia
GE|GEO|Georgia|জর্জিয়া|Georgian|জর্জীয়|জর্জিয়ান
DE|DEU|Germany|জার্মানি|German|জার্মান|D,Federal Republic of Germany,Deutschland
GH|GHA|Ghana|ঘানা|Ghanaian|ঘানীয়|ঘানাইয়ান
GI|GIB|Gibraltar|জিব্রাল্টার|Gibraltarian
GR|GRC|Greece|গ্রিস|Greek|গ্রিক|Hellenic Republic,Hellenic
GL|GRL|Greenland|গ্রিনল্যান্ড|Greenlandic||Greenlander,গ্রীনল্যান্ড
GD|GRD|Grenada|গ্রেনাডা|Grenadian
GP|GLP|Guadeloupe|গুয়াদেলুপ|Guadeloupean||গুয়াদেলৌপ
GU|GUM|Guam|গুয়াম|Guamanian
GT|GTM|Guatemala|গুয়াতেমালা|Guatemalan
GG|GGY|Guernsey|গার্নসি
GN|GIN|Guinea|গিনি|Guinean|গিনীয়|Guinea-Conakry
GW|GNB|Guinea-Bissau|গিনি-বিসাউ|Bissau-Guinean
GY|GUY|Guyana|গায়ানা|Guyanese||গিয়ানা
HT|HTI|Haiti|হাইতি|Haitian|হাইতীয়
HM|HMD|Heard and McDonald Islands|হার্ড এবং ম্যাকডোনাল্ড দ্বীপপুঞ্জ
HN|HND|Honduras|হন্ডুরাস|Honduran
HK|HKG|Hong Kong|হংকং|Hong Konger||Hong Kong SAR,Hong Kong SAR China,Hongkongese,Hong Kong Chinese
HU|HUN|Hungary|হাঙ্গেরি|Hungarian|হাঙ্গেরীয়|হাঙ্গেরিয়ান
IS|ISL|Iceland|আইসল্যান্ড|Icelandic||Icelander
IN|IND|India|ভারত|Indian|ভারতীয়|Republic of India,Bharat,ইন্ডিয়া,ইন্ডিয়ান,হিন্দুস্তান
ID|IDN|Indonesia|ইন্দোনেশিয়া|Indonesian|ইন্দোনেশীয়|ইন্দোনেশিয়ান,Republic of Indonesia
IR|IRN|Iran|ইরান|Iranian|ইরানি|Islamic Republic of Iran
IQ|IRQ|Iraq|ইরাক|Iraqi|ইরাকি|Republic of Iraq
IE|IRL|Ireland|আয়ারল্যান্ড|Irish|আইরিশ|Republic of Ireland,Eire
IM|IMN|Isle of Man|আইল অফ ম্যান|Manx
IL|ISR|Israel|ইসরায়েল|Israeli|ইসরায়েলি|ইজরায়েল,ইজরায়েলি,ইসরাইল,ইসরাইলি
IT|ITA|Italy|ইতালি|Italian|ইতালীয়|ইতালিয়ান,ইটালি,ইটালিয়ান
JM|JAM|Jamaica|জামাইকা|Jamaican|জ্যামাইকান|জ্যামাইকা
JP|JPN|Japan|জাপান|Japanese|জাপানি|জাপানিজ
JE|JEY|Jersey|জার্সি
JO|JOR|Jordan|জর্ডান|Jordanian|জর্ডানি|জর্ডন,জর্ডানিয়ান,Hashemite Kingdom of Jordan
KZ|KAZ|Kazakhstan|কাজাখস্তান|Kazakhstani|কাজাখ|Kazakh,কাজাখস্তানি
KE|KEN|Kenya|কেনিয়া|Kenyan|কেনীয়|কেনিয়ান
KI|KIR|Kiribati|কিরিবাতি|I-Kiribati||Kiribatian
KW|KWT|Kuwait|কুয়েত|Kuwaiti|কুয়েতি|State of Kuwait
KG|KGZ|Kyrgyzstan|কিরগিজিস্তান|Kyrgyz|কিরগিজ|Kyrgyzstani,Kirghiz,Kyrgyz Republic,কিরগিজস্তান
LA|LAO|Laos|লাওস|Lao|লাও|Laotian,Lao People's Democratic Republic,লাওসীয়
LV|LVA|Latvia|লাটভিয়া|Latvian|লাটভীয়
LB|LBN|Lebanon|লেবানন|Lebanese|লেবানিজ|লেবাননি
LS|LSO|Lesotho|লেসোথো|Mosotho||Basotho
LR|LBR|Liberia|লাইবেরিয়া|Liberian
LY|LBY|Libya|লিবিয়া|Libyan|লিবীয়|লিবিয়ান
LI|LIE|Liechtenstein|লিচেনস্টেইন|Liechtensteiner
LT|LTU|Lithuania|লিথুয়ানিয়া|Lithuanian|লিথুয়ানীয়
LU|LUX|Luxembourg|লাক্সেমবার্গ|Luxembourger||Luxembourgish
MO|MAC|Macao|ম্যাকাও|Macanese||Macau,Macao SAR,Macao SAR China,Macau SAR
MG|MDG|Madagascar|মাদাগাস্কার|Malagasy||Madagascan
MW|MWI|Malawi|মালাউই|Malawian
MY|MYS|Malaysia|মালয়েশিয়া|Malaysian|মালয়েশীয়|মালয়েশিয়ান,মালেশিয়া
MV|MDV|Maldives|মালদ্বীপ|Maldivian|মালদ্বীপীয়|The Maldives,মালদিভিয়ান,Republic of Maldives
ML|MLI|Mali|মালি|Malian
MT|MLT|Malta|মাল্টা|Maltese|মাল্টিজ
MH|MHL|Marshall Islands|মার্শাল দ্বীপপুঞ্জ|Marshallese
MQ|MTQ|Martinique|মার্টিনিক|Martinican||Martiniquais
MR|MRT|Mauritania|মৌরিতানিয়া|Mauritanian|মৌরিতানীয়|মরিতানিয়া
MU|MUS|Mauritius|মরিশাস|Mauritian|মরিশীয়|মরিশিয়ান
YT|MYT|Mayotte|মায়োত্তে|Mahoran
MX|MEX|Mexico|মেক্সিকো|Mexican|মেক্সিকান|United Mexican States
FM|FSM|Micronesia|মাইক্রোনেশিয়া|Micronesian||Federated States of Micronesia
MD|MDA|Moldova|মলদোভা|Moldovan|মলদোভীয়|Republic of Moldova,মলডোভা
MC|MCO|Monaco|মোনাকো|Monegasque||Monacan
MN|MNG|Mongolia|মঙ্গোলিয়া|Mongolian|মঙ্গোলীয়
ME|MNE|Montenegro|মন্টিনিগ্রো|Montenegrin
MS|MSR|Montserrat|মন্টসেরাট|Montserratian
MA|MAR|Morocco|মরক্কো|Moroccan|মরোক্কান|মরক্কান,Kingdom of Morocco
MZ|MOZ|Mozambique|মোজাম্বিক|Mozambican
MM|MMR|Myanmar|মিয়ানমার|Burmese|বর্মি|Burma,বার্মা,Myanma,Myanmarese,মায়ানমার,মায়ানমার (বার্মা),মিয়ানমারি,Myanmar (Burma)
NA|NAM|Namibia|নামিবিয়া|Namibian
NR|NRU|Nauru|নাউরু|Nauruan
NP|NPL|Nepal|নেপাল|Nepali|নেপালি|Nepalese,Federal Democratic Republic of Nepal
NL|NLD|Netherlands|নেদারল্যান্ডস|Dutch|ডাচ|Holland,Netherlander,Kingdom of the Netherlands,হল্যান্ড,ওলন্দাজ
NC|NCL|New Caledonia|নিউ ক্যালেডোনিয়া|New Caledonian
NZ|NZL|New Zealand|নিউজিল্যান্ড|New Zealander|নিউজিল্যান্ডার
NI|NIC|Nicaragua|নিকারাগুয়া|Nicaraguan
NE|NER|Niger|নাইজার|Nigerien|নাইজারীয়
NG|NGA|Nigeria|নাইজেরিয়া|Nigerian|নাইজেরীয়|নাইজেরিয়ান,Federal Republic of Nigeria
NU|NIU|Niue|নিউয়ে|Niuean
NF|NFK|Norfolk Island|নরফোক দ্বীপ|Norfolk Islander
KP|PRK|North Korea|উত্তর কোরিয়া|North Korean|উত্তর কোরীয়|Korea,Korean,কোরিয়া,কোরীয়,কোরিয়ান,উত্তর কোরিয়ান,DPRK,Democratic People's Republic of Korea
MK|MKD|North Macedonia|উত্তর ম্যাসেডোনিয়া|Macedonian||Macedonia,ম্যাসেডোনিয়া
MP|MNP|Northern Mariana Islands|উত্তরাঞ্চলীয় মারিয়ানা দ্বীপপুঞ্জ|Northern Marianan
NO|NOR|Norway|নরওয়ে|Norwegian|নরওয়েজীয়|নরওয়েজিয়ান
OM|OMN|Oman|ওমান|Omani|ওমানি|Sultanate of Oman
PK|PAK|Pakistan|পাকিস্তান|Pakistani|পাকিস্তানি|Islamic Republic of Pakistan
PW|PLW|Palau|পালাউ|Palauan
PS|PSE|Palestine|ফিলিস্তিন|Palestinian|ফিলিস্তিনি|Palestinian Territories,State of Palestine,প্যালেস্টাইন,প্যালেস্টাইন ভূখণ্ড
PA|PAN|Panama|পানামা|Panamanian
PG|PNG|Papua New Guinea|পাপুয়া নিউ গিনি|Papua New Guinean||PNG
PY|PRY|Paraguay|প্যারাগুয়ে|Paraguayan
PE|PER|Peru|পেরু|Peruvian|পেরুভীয়|পেরুভিয়ান
PH|PHL|Philippines|ফিলিপাইন|Filipino|ফিলিপিনো|The Philippines,Philippine,Filipina,Republic of the Philippines,ফিলিপিন্স,ফিলিপাইনস
PN|PCN|Pitcairn Islands|পিটকেয়ার্ন দ্বীপপুঞ্জ|Pitcairn Islander||Pitcairn
PL|POL|Poland|পোল্যান্ড|Polish|পোলিশ|Pole
PT|PRT|Portugal|পর্তুগাল|Portuguese|পর্তুগিজ
PR|PRI|Puerto Rico|পুয়ের্তো রিকো|Puerto Rican
QA|QAT|Qatar|কাতার|Qatari|কাতারি|State of Qatar
CG|COG|Republic of the Congo|কঙ্গো প্রজাতন্ত্র|Congolese|কঙ্গোলিজ|Congo,কঙ্গো,Congo-Brazzaville,Congo Republic
RE|REU|Réunion|রিইউনিয়ন|Réunionese
RO|ROU|Romania|রোমানিয়া|Romanian|রোমানীয়|রোমানিয়ান,Rumania
RU|RUS|Russia|রাশিয়া|Russian|রুশ|Russian Federation,রাশিয়ান,রুশ ফেডারেশন
RW|RWA|Rwanda|রুয়ান্ডা|Rwandan
BL|BLM|Saint Barthélemy|সেন্ট বার্থেলেমি
SH|SHN|Saint Helena|সেন্ট হেলেনা|Saint Helenian
KN|KNA|Saint Kitts and Nevis|সেন্ট কিটস ও নেভিস|Kittitian and Nevisian||Kittitian,Nevisian
LC|LCA|Saint Lucia|সেন্ট লুসিয়া|Saint Lucian
MF|MAF|Saint Martin|সেন্ট মার্টিন
PM|SPM|Saint Pierre and Miquelon|সেন্ট পিয়ের ও মিকুয়েলন
VC|VCT|Saint Vincent and Grenadines|সেন্ট ভিনসেন্ট ও গ্রেনাডিনস|Saint Vincentian||Vincentian,Saint Vincent
WS|WSM|Samoa|সামোয়া|Samoan||Western Samoa
SM|SMR|San Marino|সান মারিনো|Sammarinese
ST|STP|São Tomé and Príncipe|সাও টোমে ও প্রিন্সিপে|São Toméan||Sao Tomean,সাওটোমা ও প্রিন্সিপি
SA|SAU|Saudi Arabia|সৌদি আরব|Saudi|সৌদি|Saudi Arabian,Kingdom of Saudi Arabia,KSA,সৌদি আরবীয়
SN|SEN|Senegal|সেনেগাল|Senegalese
RS|SRB|Serbia|সার্বিয়া|Serbian|সার্বীয়|Serb,সার্বিয়ান
SC|SYC|Seychelles|সেশেলস|Seychellois||সেশেল,সিশেলস
SL|SLE|Sierra Leone|সিয়েরা লিওন|Sierra Leonean
SG|SGP|Singapore|সিঙ্গাপুর|Singaporean|সিঙ্গাপুরি|সিঙ্গাপুরিয়ান,Republic of Singapore
SX|SXM|Sint Maarten|সিন্ট মার্টেন|Sint Maartener
SK|SVK|Slovakia|স্লোভাকিয়া|Slovak|স্লোভাক|Slovakian,Slovak Republic
SI|SVN|Slovenia|স্লোভেনিয়া|Slovenian|স্লোভেনীয়|Slovene,স্লোভানিয়া
SB|SLB|Solomon Islands|সলোমন দ্বীপপুঞ্জ|Solomon Islander
SO|SOM|Somalia|সোমালিয়া|Somali|সোমালি|Somalian
ZA|ZAF|South Africa|দক্ষিণ আফ্রিকা|South African|দক্ষিণ আফ্রিকান|RSA,Republic of South Africa,সাউথ আফ্রিকা
GS|SGS|South Georgia and South Sandwich Islands|দক্ষিণ জর্জিয়া ও দক্ষিণ স্যান্ডউইচ দ্বীপপুঞ্জ
KR|KOR|South Korea|দক্ষিণ কোরিয়া|South Korean|দক্ষিণ কোরীয়|Korea,Korean,কোরিয়া,কোরীয়,কোরিয়ান,দক্ষিণ কোরিয়ান,ROK,Republic of Korea
SS|SSD|South Sudan|দক্ষিণ সুদান|South Sudanese
ES|ESP|Spain|স্পেন|Spanish|স্প্যানিশ|Spaniard,Kingdom of Spain,স্পেনীয়
LK|LKA|Sri Lanka|শ্রীলঙ্কা|Sri Lankan|শ্রীলঙ্কান|Ceylon,Democratic Socialist Republic of Sri Lanka
SD|SDN|Sudan|সুদান|Sudanese|সুদানি
SR|SUR|Suriname|সুরিনাম|Surinamese
SJ|SJM|Svalbard and Jan Mayen|স্বালবার্ড ও জান মেয়েন|||Svalbard
SE|SWE|Sweden|সুইডেন|Swedish|সুইডিশ|Swede,Kingdom of Sweden
CH|CHE|Switzerland|সুইজারল্যান্ড|Swiss|সুইস|Swiss Confederation
SY|SYR|Syria|সিরিয়া|Syrian|সিরীয়|Syrian Arab Republic,সিরিয়ান
TW|TWN|Taiwan|তাইওয়ান|Taiwanese|তাইওয়ানি|Republic of China
TJ|TJK|Tajikistan|তাজিকিস্তান|Tajik|তাজিক|Tajikistani,তাজিকিস্তানি
TZ|TZA|Tanzania|তানজানিয়া|Tanzanian|তাঞ্জানীয়|United Republic of Tanzania,তাঞ্জানিয়া
TH|THA|Thailand|থাইল্যান্ড|Thai|থাই|Kingdom of Thailand,Siam
TL|TLS|Timor-Leste|তিমুর-লেস্তে|Timorese|তিমুরীয়|East Timor,East Timorese,পূর্ব তিমুর
TG|TGO|Togo|টোগো|Togolese
TK|TKL|Tokelau|টোকেলাউ|Tokelauan
TO|TON|Tonga|টোঙ্গা|Tongan
TT|TTO|Trinidad and Tobago|ত্রিনিদাদ ও টোবাগো|Trinidadian and Tobagonian||Trinidadian,Tobagonian,Trinidad
TN|TUN|Tunisia|তিউনিসিয়া|Tunisian|তিউনিসীয়|তিউনিসিয়ান
TR|TUR|Türkiye|তুরস্ক|Turkish|তুর্কি|Turkey,Turk,Republic of Türkiye,টার্কি
TM|TKM|Turkmenistan|তুর্কমেনিস্তান|Turkmen|তুর্কমেন|Turkmenistani
TC|TCA|Turks and Caicos Islands|তুর্কস ও কাইকোস দ্বীপপুঞ্জ|Turks and Caicos Islander
TV|TUV|Tuvalu|টুভালু|Tuvaluan
UG|UGA|Uganda|উগান্ডা|Ugandan|উগান্ডান
UA|UKR|Ukraine|ইউক্রেন|Ukrainian|ইউক্রেনীয়|ইউক্রেনিয়ান
AE|ARE|United Arab Emirates|সংযুক্ত আরব আমিরাত|Emirati|আমিরাতি|UAE,U.A.E.,Emirates,আরব আমিরাত,ইউএই
GB|GBR|United Kingdom|যুক্তরাজ্য|British|ব্রিটিশ|UK,Great Britain,Britain,Briton,England,English,Scotland,Scottish,Wales,Welsh,Northern Ireland,Northern Irish,GBD,GBN,GBO,GBP,GBS,United Kingdom of Great Britain and Northern Ireland,ইউকে,ইংল্যান্ড,ইংরেজ,ব্রিটেন,গ্রেট ব্রিটেন,বৃটিশ,বৃটেন,স্কটল্যান্ড
US|USA|United States|মার্কিন যুক্তরাষ্ট্র|American|মার্কিন|United States of America,America,US citizen,যুক্তরাষ্ট্র,আমেরিকা,আমেরিকান,ইউএসএ
UM|UMI|United States Outlying Islands|যুক্তরাষ্ট্রের পার্শ্ববর্তী দ্বীপপুঞ্জ
VI|VIR|United States Virgin Islands|মার্কিন ভার্জিন দ্বীপপুঞ্জ|U.S. Virgin Islander||Virgin Islander,Virgin Islands,USVI,মার্কিন যুক্তরাষ্ট্রীয় ভার্জিন দ্বীপপুঞ্জ
UY|URY|Uruguay|উরুগুয়ে|Uruguayan|উরুগুয়ান
UZ|UZB|Uzbekistan|উজবেকিস্তান|Uzbek|উজবেক|Uzbekistani,উজবেকিস্তানি
VU|VUT|Vanuatu|ভানুয়াটু|Ni-Vanuatu||Vanuatuan
VA|VAT|Vatican City|ভ্যাটিকান সিটি|||Holy See,Vatican
VE|VEN|Venezuela|ভেনেজুয়েলা|Venezuelan|ভেনেজুয়েলান|Bolivarian Republic of Venezuela
VN|VNM|Vietnam|ভিয়েতনাম|Vietnamese|ভিয়েতনামি|Viet Nam,ভিয়েতনামিজ,Socialist Republic of Vietnam
WF|WLF|Wallis and Futuna|ওয়ালিস ও ফুটুনা|Wallisian and Futunan
EH|ESH|Western Sahara|পশ্চিম সাহারা|Sahrawi
YE|YEM|Yemen|ইয়েমেন|Yemeni|ইয়েমেনি|Republic of Yemen
ZM|ZMB|Zambia|জাম্বিয়া|Zambian|জাম্বীয়
ZW|ZWE|Zimbabwe|জিম্বাবুয়ে|Zimbabwean|জিম্বাবুয়ান|জিম্বাবোয়ে
`;

/** Where a language's words are; one without columns of its own can point at another's. */
const columns: Record<Language, { name: number; demonym: number }> = {
  en: { name: 2, demonym: 4 },
  bn: { name: 3, demonym: 5 },
};
const aliasColumn = 6;

function countryOf(row: string): Country {
  const cells = row.split('|');
  const [code = '', alpha3 = ''] = cells;
  const aliases = cells[aliasColumn];
  return {
    code,
    alpha3,
    name: inEachLanguage((language) => cells[columns[language].name] ?? ''),
    demonym: Object.fromEntries(
      languageNames.flatMap((language) => {
        const demonym = cells[columns[language].demonym];
        return demonym ? [[language, demonym]] : [];
      }),
    ),
    aliases: aliases ? aliases.split(',') : [],
  };
}

export const countries: readonly Country[] = rows.trim().split('\n').map(countryOf);
