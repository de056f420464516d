import type { states } from '../../shared/lists/states.ts';

/** A state with its population in hundred thousands, some of its area codes, and cities. */
export interface Place {
  readonly state: (typeof states)[number];
  readonly population: number;
  readonly areaCodes: readonly string[];
  readonly cities: readonly { readonly name: string; readonly zipPrefix: string }[];
}

type Row = readonly [state: Place['state'], population: number, areaCodes: string, cities: string];

// Cities with the first three digits of their ZIP codes; the other two are invented.
const rows: readonly Row[] = [
  ['Alabama', 51, '205 251 256 334', 'Birmingham 352, Mobile 366, Huntsville 358'],
  ['Alaska', 7, '907', 'Anchorage 995'],
  ['Arizona', 74, '480 520 602 623 928', 'Phoenix 850, Tucson 857, Mesa 852, Flagstaff 860'],
  ['Arkansas', 31, '479 501 870', 'Little Rock 722, Fayetteville 727'],
  [
    'California',
    390,
    '209 213 310 323 408 415 510 530 559 562 619 626 650 661 707 714 760 805 818 831 858 909 916 925 949 951',
    'Los Angeles 900, San Diego 921, San Jose 951, San Francisco 941, Fresno 937, Sacramento 958, Oakland 946, Bakersfield 933, Long Beach 908, Riverside 925',
  ],
  ['Colorado', 59, '303 719 720 970', 'Denver 802, Colorado Springs 809, Fort Collins 805'],
  ['Connecticut', 36, '203 475 860', 'Hartford 061, New Haven 065'],
  ['Delaware', 10, '302', 'Wilmington 198'],
  ['District of Columbia', 7, '202', 'Washington 200'],
  [
    'Florida',
    226,
    '239 305 321 352 386 407 561 727 772 786 813 850 863 904 941 954',
    'Miami 331, Orlando 328, Tampa 336, Jacksonville 322, Hialeah 330, St. Petersburg 337, Fort Myers 339',
  ],
  ['Georgia', 110, '229 404 478 678 706 770 912', 'Atlanta 303, Savannah 314, Augusta 309'],
  ['Hawaii', 14, '808', 'Honolulu 968'],
  ['Idaho', 20, '208', 'Boise 837'],
  ['Illinois', 125, '217 309 312 618 630 708 773 815 847', 'Chicago 606, Springfield 627, Peoria 616'],
  ['Indiana', 69, '219 260 317 574 765 812', 'Indianapolis 462, Fort Wayne 468'],
  ['Iowa', 32, '319 515 563 641 712', 'Des Moines 503, Cedar Rapids 524'],
  ['Kansas', 29, '316 620 785 913', 'Wichita 672, Topeka 666, Lawrence 660'],
  ['Kentucky', 45, '270 502 606 859', 'Louisville 402, Lexington 405'],
  ['Louisiana', 46, '225 318 337 504 985', 'New Orleans 701, Baton Rouge 708'],
  ['Maine', 14, '207', 'Portland 041, Bangor 044'],
  ['Maryland', 62, '240 301 410 443', 'Baltimore 212, Frederick 217'],
  ['Massachusetts', 70, '339 413 508 617 774 781 978', 'Boston 021, Worcester 016, Springfield 011, Lowell 018'],
  [
    'Michigan',
    100,
    '231 248 269 313 517 586 616 734 810 906 989',
    'Detroit 482, Grand Rapids 495, Flint 485, Lansing 489',
  ],
  ['Minnesota', 57, '218 320 507 612 651 763 952', 'Minneapolis 554, St. Paul 551, Duluth 558'],
  ['Mississippi', 29, '228 601 662', 'Jackson 392, Gulfport 395'],
  ['Missouri', 62, '314 417 573 636 660 816', 'Kansas City 641, St. Louis 631'],
  ['Montana', 11, '406', 'Billings 591, Missoula 598'],
  ['Nebraska', 20, '308 402', 'Omaha 681, Lincoln 685'],
  ['Nevada', 32, '702 725 775', 'Las Vegas 891, Reno 895'],
  ['New Hampshire', 14, '603', 'Manchester 031, Concord 033'],
  ['New Jersey', 93, '201 609 732 856 908 973', 'Newark 071, Jersey City 073, Trenton 086'],
  ['New Mexico', 21, '505 575', 'Albuquerque 871, Las Cruces 880, Santa Fe 875'],
  [
    'New York',
    196,
    '212 315 347 516 518 585 607 631 646 716 718 845 914 917',
    'New York 100, Brooklyn 112, Bronx 104, Buffalo 142, Rochester 146, Syracuse 132, Yonkers 107',
  ],
  ['North Carolina', 108, '252 336 704 828 910 919 980', 'Charlotte 282, Raleigh 276, Asheville 288, Durham 277'],
  ['North Dakota', 8, '701', 'Fargo 581'],
  ['Ohio', 118, '216 330 419 513 614 740 937', 'Columbus 432, Cleveland 441, Cincinnati 452'],
  ['Oklahoma', 41, '405 580 918', 'Oklahoma City 731, Tulsa 741'],
  ['Oregon', 42, '458 503 541 971', 'Portland 972, Salem 973, Bend 977'],
  ['Pennsylvania', 130, '215 267 412 570 610 717 724 814', 'Philadelphia 191, Pittsburgh 152, Erie 165'],
  ['Puerto Rico', 32, '787 939', 'San Juan 009, Ponce 007'],
  ['Rhode Island', 11, '401', 'Providence 029'],
  ['South Carolina', 54, '803 843 864', 'Columbia 292, Charleston 294'],
  ['South Dakota', 9, '605', 'Sioux Falls 571'],
  ['Tennessee', 71, '423 615 731 865 901 931', 'Nashville 372, Memphis 381, Knoxville 379'],
  [
    'Texas',
    305,
    '210 214 254 281 361 409 432 512 713 806 817 903 915 936 956 972',
    'Houston 770, Dallas 752, El Paso 799',
  ],
  ['Utah', 34, '385 435 801', 'Salt Lake City 841'],
  ['Vermont', 6, '802', 'Burlington 054'],
  ['Virginia', 87, '276 434 540 571 703 757 804', 'Richmond 232, Norfolk 235'],
  ['Washington', 78, '206 253 360 425 509', 'Seattle 981, Spokane 992'],
  ['West Virginia', 18, '304 681', 'Charleston 253, Morgantown 265'],
  ['Wisconsin', 59, '262 414 608 715 920', 'Milwaukee 532, Madison 537, Green Bay 543'],
  ['Wyoming', 6, '307', 'Casper 826'],
];

export const places: readonly Place[] = rows.map(([state, population, areaCodes, cities]) => ({
  state,
  population,
  areaCodes: areaCodes.split(' '),
  cities: cities.split(', ').map((city) => ({ name: city.slice(0, -4), zipPrefix: city.slice(-3) })),
}));
