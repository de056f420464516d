/** Short forms of first names, including Spanish ones. Each line begins with the full name. */
const lines = `
abigail abby abbie|albert al bert bertie|alexander alex alec sandy|alexandra alexa lexi|alfred al fred alf|alfredo fredo|
alice ali ally|amanda mandy|andrew andy drew|angela angie|anthony tony|antonio tony tono|arthur art artie|barbara barb barbie babs|
beatrice bea trixie|benjamin ben benny benji|bernard bernie|beverly bev|bradley brad|calvin cal|carolyn carol carrie|
catherine cathy cate kate katie kathy katherine kathryn catharine kit kitty cath|charles charlie chuck chas charley|
charlotte charlie lottie|christina chris tina chrissy christine cristina kristina kristine|christopher chris kit topher cris kristopher|
clarence clay|clifford cliff|concepcion concha conchita|consuelo chelo|cynthia cindy|daniel dan danny|david dave davey|
deborah deb debbie debra debby|dennis denny|dolores lola|dominic dom nick|donald don donny donnie|dorothy dot dottie dolly|
douglas doug|edward ed eddie ted teddy ned eduardo|eleanor ellie nell|elizabeth liz beth betty lizzie eliza betsy bess libby elisabeth|emily em emmy|enrique kike quique|ernest ernie|eugene gene|evelyn evie|florence flo flossie|
frances fran frankie francine|francis frank frankie|francisco paco pancho frank cisco|franklin frank|frederick fred freddie freddy fredrick|
gabriel gabe|gabriela gabby|gerald gerry jerry|gilbert gil bert|gloria glo|gregory greg gregg|guadalupe lupe lupita|guillermo memo|
gwendolyn gwen|harold hal harry|harriet hattie|henry hank harry hal|herbert herb bert|howard howie|hubert hugh bert|ignacio nacho|
isaac ike|jacob jake|jacqueline jackie|james jim jimmy jamie jas|janet jan|jeffrey jeff geoffrey geoff jeffery|
jennifer jen jenny jenn|jeremiah jerry|jerome jerry|jessica jess jessie|jesus chuy|joan joanie|joanne jo joanna joann|john jon jack johnny johnnie jonny|
jonathan jon jonny nathan johnathan|jose pepe joe|josefina josie|joseph joe joey jos|josephine jo josie|joshua josh|
juan juancho|judith judy jude|julia julie jules|kenneth ken kenny|kimberly kim|lawrence larry laurence|
laura laurie|leonard leo len lenny|leroy roy|leslie les|lillian lily lil|linda lindy|louis lou louie lewis|louise lou lulu|
lucille lucy|manuel manny manolo|margaret maggie meg peg peggy marge margie greta rita madge|maria mari|
marjorie marge margie|martha marty patty|martin marty|matthew matt mathew|megan meg|melissa missy mel|melvin mel|
michael mike mick mickey mikey miguel micheal|michelle shelly chelle|mildred millie|mitchell mitch|mohammed mohamed muhammad mohammad|
nancy nan|nathaniel nate nathan nat|nicholas nick nicky nicolas|norman norm|oliver ollie|olivia liv livvy|pamela pam|
patricia pat patty trish tricia patsy|patrick pat paddy|paul pablo|peter pete|philip phil phillip|rachel rae|
ralph raff|ramon moncho|randall randy randolph|raymond ray|rebecca becky becca|reginald reggie|richard rick dick rich ricky richie rico|
robert bob rob bobby robbie bert roberto berto|roberta bobbie|rodney rod|roger rodge|roland rollie|ronald ron ronnie ronny|
rosario charo|rosemary rose rosie|roxanne roxie|rudolph rudy|russell russ rusty|samantha sam sammy|samuel sam sammy|sandra sandy|
sarah sally sadie sara|shirley shirl|sidney sid sydney|sophia sophie sofia|stanley stan|stephanie steph stefanie|
stephen steve steven stevie stephan|stuart stu stewart|sue susan susie suzanne suzie susanna|sylvia syl|terence terry terrence|
teresa terry tess tessa theresa tere|theodore ted teddy theo|thomas tom tommy thos|timothy tim timmy|tobias toby|tyler ty|
valerie val|vanessa nessa|veronica ronnie vero|victor vic|victoria vicky vicki tori|vincent vince vinny vinnie|viola vi|virginia ginny ginger|
vivian viv|walter walt wally|wayne way|wendell wendy|wilfred will fred|william bill will billy willie liam wm|winifred winnie|
yolanda yoli|zachary zach zack zachery`;

const fullNames = new Map<string, string>();
for (const line of lines.replaceAll('\n', ' ').split('|')) {
  const [full = '', ...short] = line.trim().split(/\s+/);
  // An entry is never replaced: the first line that has a name determines its full name.
  if (!fullNames.has(full)) fullNames.set(full, full);
  for (const name of short) if (!fullNames.has(name)) fullNames.set(name, fullNames.get(full) ?? full);
}

/** The full first name for a short form: `bob` becomes `robert`. Other names stay. */
export const fullNameOf = (given: string): string => fullNames.get(given) ?? given;
