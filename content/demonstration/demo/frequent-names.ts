import { givenNames, spanishGivenNames } from './names.ts';
import type { Random } from './random.ts';

// Published frequencies. They identify no real person: the program combines names at random.

/** The number of people counted for the next table. */
const countedSurnames = 294_979_229;

/** The hundred most frequent surnames with their counts: U.S. Census Bureau, 2010. */
const surnameCounts = `Smith 2442977 Johnson 1932812 Williams 1625252 Brown 1437026 Jones 1425470 Garcia 1166120 Miller 1161437
Davis 1116357 Rodriguez 1094924 Martinez 1060159 Hernandez 1043281 Lopez 874523 Gonzalez 841025 Wilson 801882
Anderson 784404 Thomas 756142 Taylor 751209 Moore 724374 Jackson 708099 Martin 702625 Lee 693023 Perez 681645
Thompson 664644 White 660491 Harris 624252 Sanchez 612752 Clark 562679 Ramirez 557423 Lewis 531781 Robinson 529821
Walker 523129 Young 484447 Allen 482607 King 465422 Wright 458980 Scott 439530 Torres 437813 Nguyen 437645 Hill 434827
Flores 433969 Green 430182 Adams 427865 Nelson 424958 Baker 419586 Hall 407076 Rivera 391114 Campbell 386157
Mitchell 384486 Carter 376966 Roberts 376774 Gomez 365655 Phillips 360802 Evans 355593 Turner 348627 Diaz 347636
Parker 336221 Cruz 334201 Edwards 332423 Collins 329770 Reyes 327904 Stewart 324957 Morris 318884 Morales 311777
Murphy 308417 Cook 302589 Rogers 302261 Gutierrez 293218 Ortiz 286899 Morgan 286280 Cooper 280791 Peterson 278297
Bailey 277845 Reed 277030 Kelly 267394 Howard 264826 Ramos 263464 Kim 262352 Cox 261231 Ward 260464 Richardson 259798
Watson 252579 Brooks 251663 Chavez 250898 Wood 250715 James 249379 Bennett 247599 Gray 246116 Mendoza 242771 Ruiz 238234
Hughes 236271 Price 235251 Alvarez 233983 Castillo 230374 Sanders 230420 Patel 229973 Myers 229895 Long 229374
Ross 229104 Foster 227764 Jimenez 227118`;

/** The fifty most frequent first names of each sex in percent: U.S. Census Bureau, 1990. */
const firstNamePercents = `James 3.318 John 3.271 Robert 3.143 Michael 2.629 William 2.451 David 2.363 Richard 1.703 Charles 1.523
Joseph 1.404 Thomas 1.380 Christopher 1.035 Daniel 0.974 Paul 0.948 Mark 0.938 Donald 0.931 George 0.927 Kenneth 0.826
Steven 0.780 Edward 0.779 Brian 0.736 Ronald 0.725 Anthony 0.721 Kevin 0.671 Jason 0.660 Matthew 0.657 Gary 0.650
Timothy 0.640 Jose 0.613 Larry 0.598 Jeffrey 0.591 Frank 0.581 Scott 0.546 Eric 0.544 Stephen 0.540 Andrew 0.537
Raymond 0.488 Gregory 0.441 Joshua 0.435 Jerry 0.432 Dennis 0.415 Walter 0.399 Patrick 0.389 Peter 0.381 Harold 0.371
Douglas 0.367 Henry 0.365 Carl 0.346 Arthur 0.335 Ryan 0.328 Roger 0.322
Mary 2.629 Patricia 1.073 Linda 1.035 Barbara 0.980 Elizabeth 0.937 Jennifer 0.932 Maria 0.828 Susan 0.794 Margaret 0.768
Dorothy 0.727 Lisa 0.704 Nancy 0.669 Karen 0.667 Betty 0.666 Helen 0.663 Sandra 0.629 Donna 0.583 Carol 0.565 Ruth 0.562
Sharon 0.522 Michelle 0.519 Laura 0.510 Sarah 0.508 Kimberly 0.504 Deborah 0.494 Jessica 0.490 Shirley 0.482
Cynthia 0.469 Angela 0.468 Melissa 0.462 Brenda 0.455 Amy 0.451 Anna 0.440 Rebecca 0.437 Virginia 0.430 Kathleen 0.424
Pamela 0.416 Martha 0.412 Debra 0.408 Amanda 0.404 Stephanie 0.400 Carolyn 0.385 Christine 0.382 Marie 0.379 Janet 0.379
Catherine 0.373 Frances 0.370 Ann 0.364 Joyce 0.359 Diane 0.359`;

/** Short forms that people use in place of a first name. */
const shortForms = `James Jim, John Jack, Robert Bob, Michael Mike, William Bill, David Dave, Richard Rick, Charles Chuck,
Joseph Joe, Thomas Tom, Christopher Chris, Daniel Dan, Donald Don, Kenneth Ken, Steven Steve, Edward Ed, Ronald Ron,
Anthony Tony, Matthew Matt, Timothy Tim, Gregory Greg, Joshua Josh, Patrick Pat, Patricia Pat, Barbara Barb,
Elizabeth Liz, Jennifer Jen, Susan Sue, Margaret Peggy, Deborah Debbie, Kimberly Kim, Jessica Jess, Cynthia Cindy,
Rebecca Becky, Kathleen Kathy, Pamela Pam, Stephanie Steph, Christine Chris, Catherine Cathy, Jose Pepe, Francisco Paco`;

const starts =
  'Al An Ar Bar Bel Ber Bran Cal Car Cor Dal Den Dor El Fal Far Gar Gren Hal Har Hol Jan Kal Kas Kel Lan Lar Lin Mal Mar Mon Nor Ol Per Ral Ros Sal San Stan Tal Tor Ul Val Van Wal Wen Yar Zel'.split(
    ' ',
  );
const middles = 'a e i o u da de di do ka ke ki la le li ma mi na ne ra re ri sa si ta te ti va ve za'.split(' ');
const ends =
  'bach berg by cott dell don ell ez feld field ford ham ich in ini kin ley lin man mann ner ney off ova ov rell ris sen sky son stad stein ston ta tano ton vic ville well wicz wood worth'.split(
    ' ',
  );
const rareNames = starts.length * middles.length * ends.length;
/** Flattens the beginning of the tail, whose first name is the 101st of all. */
const tailOffset = 200;

/** Names with their shares, in any unit. */
export function readShares(text: string): (readonly [name: string, share: number])[] {
  const words = text.split(/\s+/);
  return words.flatMap((word, index) => (index % 2 === 0 ? [[word, Number(words[index + 1])] as const] : []));
}
const surnames = withOthers(readShares(surnameCounts), countedSurnames);
// Each sex is half of the population.
const firstNames = withOthers(readShares(firstNamePercents), 200);
const shortFormOf = new Map(
  shortForms.split(/,\s+/).flatMap((pair) => {
    const [name, short] = pair.split(' ');
    return name !== undefined && short !== undefined ? [[name, short] as const] : [];
  }),
);

/** Undefined means the other names, shared by the rest of the population. */
function withOthers(shares: ReturnType<typeof readShares>, all: number) {
  return [...shares, [undefined, all - shares.reduce((sum, [, share]) => sum + share, 0)] as const];
}

/** Draws a surname by its frequency. Five in six are in the long tail, whose names are invented. */
export function pickSurname(random: Random): string {
  return random.pickWeighted(surnames) ?? pickRareSurname(random);
}

/** A name of the tail. The name of rank r has the relative frequency 1 / (r + 200). */
export function pickRareSurname(random: Random): string {
  const rank = Math.floor(tailOffset * ((rareNames + tailOffset) / tailOffset) ** random.next()) - tailOffset;
  // Neighbors in rank must look different.
  const mixed = (rank * 7_919) % rareNames;
  const middle = middles[Math.floor(mixed / starts.length) % middles.length];
  return `${starts[mixed % starts.length]}${middle}${ends[Math.floor(mixed / starts.length / middles.length)]}`;
}

export function pickFirstName(random: Random): string {
  return random.pickWeighted(firstNames) ?? random.pick(random.chance(0.2) ? spanishGivenNames : givenNames);
}

/** `Mike` for `Michael`; undefined if a name has no usual short form. */
export const shortFormOfName = (firstName: string): string | undefined => shortFormOf.get(firstName);
