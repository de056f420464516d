/** Directions from Appendix B of USPS Publication 28. */
export const directions: ReadonlyMap<string, string> = pairs(
  'north n, south s, east e, west w, northeast ne, northwest nw, southeast se, southwest sw, norte n, sur s, este e, oeste w',
);

/** Street suffixes from Appendix C1, with the spellings that it lists as common. */
export const suffixes: ReadonlyMap<string, string> = pairs(`
  alley aly, allee aly, ally aly, annex anx, arcade arc, avenue ave, av ave, aven ave, avenu ave, avn ave, avnue ave, bayou byu, beach bch,
  bend bnd, bluff blf, bottom btm, boulevard blvd, boul blvd, boulv blvd, bl blvd, branch br, bridge brg, brook brk, burg bg, bypass byp,
  camp cp, canyon cyn, cape cpe, causeway cswy, center ctr, centre ctr, cen ctr, cent ctr, cntr ctr, circle cir, circ cir, crcl cir,
  crcle cir, cliff clf, club clb, common cmn, corner cor, course crse, court ct, crt ct, courts cts, cove cv, creek crk, crescent cres,
  crest crst, crossing xing, crossroad xrd, curve curv, dale dl, dam dm, divide dv, drive dr, driv dr, drv dr, estate est, estates ests,
  expressway expy, exp expy, expr expy, extension ext, fall fall, falls fls, ferry fry, field fld, fields flds, flat flt, ford frd,
  forest frst, forge frg, fork frk, fort ft, freeway fwy, frwy fwy, garden gdn, gardens gdns, gateway gtwy, glen gln, green grn, grove grv,
  harbor hbr, haven hvn, heights hts, ht hts, highway hwy, hiway hwy, hiwy hwy, hway hwy, hill hl, hills hls, hollow holw, inlet inlt,
  island is, isle isle, junction jct, key ky, knoll knl, lake lk, lakes lks, landing lndg, lane ln, light lgt, loaf lf, lock lck,
  lodge ldg, loop loop, mall mall, manor mnr, meadow mdw, meadows mdws, mill ml, mills mls, mission msn, motorway mtwy, mount mt,
  mountain mtn, neck nck, orchard orch, oval oval, overpass opas, parkway pkwy, parkwy pkwy, pky pkwy, pkway pkwy, pass pass, passage psge,
  path path, pike pike, pine pne, pines pnes, place pl, plain pln, plains plns, plaza plz, plza plz, point pt, points pts, port prt,
  prairie pr, ranch rnch, rapid rpd, rest rst, ridge rdg, river riv, road rd, route rte, row row, run run, shoal shl, shore shr,
  shores shrs, skyway skwy, spring spg, springs spgs, spur spur, square sq, sqr sq, station sta, stream strm, street st, str st, strt st,
  summit smt, terrace ter, terr ter, throughway trwy, trace trce, track trak, trail trl, trails trl, tunnel tunl, turnpike tpke,
  trnpk tpke, underpass upas, union un, valley vly, viaduct via, view vw, village vlg, ville vl, vista vis, walk walk, way way, well wl,
  wells wls, calle calle, avenida ave`);

/** Unit designators from Appendix C2. `apt 4`, `unit 4` and `#4` are the same. */
export const unitWords: ReadonlySet<string> = new Set(
  'apt apartment unit ste suite rm room fl floor bldg building lot spc space slip trlr trailer dept ph penthouse no num number apto'.split(
    ' ',
  ),
);

/** Numbered streets, in words. */
export const ordinals: ReadonlyMap<string, string> = pairs(
  'first 1st, second 2nd, third 3rd, fourth 4th, fifth 5th, sixth 6th, seventh 7th, eighth 8th, ninth 9th, tenth 10th, eleventh 11th, twelfth 12th',
);

function pairs(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(',').map((pair) => {
      const [long = '', short = ''] = pair.trim().split(/\s+/);
      return [long, short];
    }),
  );
}
