import { createStateFinder, stateCodes } from '@redress/datafiles/us-states';

/** Finds a state, a territory or the armed forces by their name or code in a list or an answer. */
export const findState = createStateFinder(Object.entries(stateCodes).map(([name, code]) => ({ name, code })));

/** First three digits of ZIP codes, from and to, by state: USPS labeling list L002. */
const zipRanges: readonly (readonly [number, number, string])[] =
  `005 005 NY,006 007 PR,008 008 VI,009 009 PR,010 027 MA,028 029 RI,030 038 NH,039 049 ME,050 054 VT,055 055 MA,056 059 VT,060 062 CT,
  063 063 CT/NY,064 069 CT,070 089 NJ,100 149 NY,150 196 PA,197 199 DE,200 200 DC,201 201 VA,202 205 DC,206 219 MD,220 246 VA,247 268 WV,
  270 289 NC,290 299 SC,300 319 GA,320 339 FL,341 349 FL,350 369 AL,370 385 TN,386 397 MS,398 399 GA,400 427 KY,430 459 OH,460 479 IN,
  480 499 MI,500 528 IA,530 549 WI,550 567 MN,569 569 DC,570 577 SD,580 588 ND,590 599 MT,600 629 IL,630 658 MO,660 679 KS,680 693 NE,
  700 714 LA,716 729 AR,730 732 OK,733 733 TX,734 749 OK,750 754 TX,755 755 TX/AR,756 799 TX,800 816 CO,820 831 WY,832 838 ID,840 847 UT,
  850 865 AZ,870 884 NM,885 885 TX,889 898 NV,900 961 CA,967 967 HI/AS,968 968 HI,969 969 GU/MP,970 979 OR,980 994 WA,995 999 AK`
    .split(',')
    .map((line) => {
      const [from = '', to = '', states = ''] = line.trim().split(' ');
      return [Number(from), Number(to), states] as const;
    });

const statesOfPrefix = new Map<string, string>();
for (const [from, to, states] of zipRanges)
  for (let prefix = from; prefix <= to; prefix += 1) statesOfPrefix.set(String(prefix).padStart(3, '0'), states);

/**
 * ZIP codes that lie partly, or wholly (Texhoma, Texas and Alta, Wyoming), in another state than
 * their first three digits say: census tables of ZIP codes by state.
 */
const statesOfZip: ReadonlyMap<string, string> = new Map(
  `02861 RI/MA,42223 KY/TN,59221 MT/ND,63673 MO/IL,71749 AR/LA,73949 OK/TX,73960 TX,81137 CO/NM,83414 WY,84536 UT/AZ,86044 AZ/UT,
  86515 AZ/NM,88063 NM/TX,89439 NV/CA,97635 OR/CA`
    .split(',')
    .map((line) => {
      const [zip = '', states = ''] = line.trim().split(' ');
      return [zip, states] as const;
    }),
);

/** `Arizona` or `AZ` becomes `AZ`; the armed forces and other text becomes empty. */
export function stateCodeOf(state: string): string {
  const found = findState(state);
  return found === undefined || found.name.startsWith('Armed Forces') ? '' : found.code;
}

/**
 * Whether a ZIP code belongs to a state other than the answered one. False for unknown states and
 * ZIP codes of the armed forces.
 */
export function isZipOfOtherState(zip: string, state: string): boolean {
  const code = stateCodeOf(state);
  if (code === '' || !/^\d{5}/.test(zip)) return false;
  const states = statesOfZip.get(zip.slice(0, 5)) ?? statesOfPrefix.get(zip.slice(0, 3));
  return states !== undefined && !states.split('/').includes(code);
}

/** Prefixes of the armed forces, which are in no state. */
const isMilitary = (zip: string): boolean => /^(?:09[0-8]|340|96[2-6])/.test(zip);

/** Whether there are ZIP codes with the first three digits of this one. */
export const isZipAssigned = (zip: string): boolean => statesOfPrefix.has(zip.slice(0, 3)) || isMilitary(zip);

/** Whether this ZIP code starts with a zero, which spreadsheets drop, and belongs to this state. */
export function isZipWithZero(zip: string, state: string): boolean {
  const code = findState(state)?.code ?? '';
  if (/^09[0-8]/.test(zip)) return code === 'AE';
  return zip.startsWith('0') && statesOfPrefix.get(zip.slice(0, 3))?.split('/').includes(code) === true;
}

/** Area codes of the North American Numbering Plan in use or announced, and toll-free ones. */
const areaCodes: ReadonlySet<string> = new Set(
  `201 202 203 204 205 206 207 208 209 210 212 213 214 215 216 217 218 219 220 223 224 225 226 227 228 229 231 234 235 236 239 240 242 246
  248 249 250 251 252 253 254 256 257 260 262 263 264 267 268 269 270 272 274 276 279 281 283 284 289 301 302 303 304 305 306 307 308 309
  310 312 313 314 315 316 317 318 319 320 321 323 324 325 326 327 329 330 331 332 334 336 337 339 340 341 343 345 346 347 350 351 352 353
  354 357 360 361 363 364 365 367 368 369 380 382 385 386 387 401 402 403 404 405 406 407 408 409 410 412 413 414 415 416 417 418 419 423
  424 425 428 430 431 432 434 435 436 437 438 440 441 442 443 445 447 448 450 456 457 458 463 464 465 468 469 470 471 472 473 474 475 478
  479 480 483 484 500 501 502 503 504 505 506 507 508 509 510 512 513 514 515 516 517 518 519 520 521 522 530 531 533 534 539 540 541 544
  548 551 557 559 561 562 563 564 566 567 570 571 572 573 574 575 577 579 580 581 582 584 585 586 587 588 600 601 602 603 604 605 606 607
  608 609 610 612 613 614 615 616 617 618 619 620 621 622 623 624 626 628 629 630 631 633 636 639 640 641 645 646 647 649 650 651 656 657
  658 659 660 661 662 664 667 669 670 671 672 678 679 680 681 682 683 684 686 689 700 701 702 703 704 705 706 707 708 709 712 713 714 715
  716 717 718 719 720 721 724 725 726 727 728 729 730 731 732 734 737 738 740 742 743 747 748 753 754 757 758 760 761 762 763 765 767 769
  770 771 772 773 774 775 778 779 780 781 782 784 785 786 787 800 801 802 803 804 805 806 807 808 809 810 812 813 814 815 816 817 818 819
  820 821 825 826 828 829 830 831 832 833 835 837 838 839 840 843 844 845 847 848 849 850 851 854 855 856 857 858 859 860 861 862 863 864
  865 866 867 868 869 870 872 873 876 877 878 879 888 900 901 902 903 904 905 906 907 908 909 910 912 913 914 915 916 917 918 919 920 924
  925 928 929 930 931 934 935 936 937 938 939 940 941 942 943 945 947 948 949 951 952 954 956 959 970 971 972 973 975 978 979 980 983 984
  985 986 989`.split(/\s+/),
);

/** Whether ten digits begin with an unused area code, or have an impossible exchange. */
export const isPhoneImpossible = (phone: string): boolean =>
  phone !== '' && (!areaCodes.has(phone.slice(0, 3)) || /^[01]|^.11/.test(phone.slice(3)));

/** First two digits that the IRS has issued in Employer Identification Numbers. */
const issuedPrefixes: ReadonlySet<string> = new Set(
  `01 02 03 04 05 06 10 11 12 13 14 15 16 20 21 22 23 24 25 26 27 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 50 51 52 53 54 55
  56 57 58 59 60 61 62 63 64 65 66 67 68 71 72 73 74 75 76 77 80 81 82 83 84 85 86 87 88 90 91 92 93 94 95 98 99`.split(
    /\s+/,
  ),
);
export const isIssuedEin = (digits: string): boolean => issuedPrefixes.has(digits.slice(0, 2));
