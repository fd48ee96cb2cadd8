import type { Pattern } from "./found";

const PEOPLE =
  "(?:mother|father|sister|brother|daughter|son)-in-law|in-laws|step(?:mother|father|son|daughter|brother|sister)|wife|husband|spouse|partner|fianc[eé]e?|girlfriend|boyfriend|son|daughter|kids?|children|child|baby|twins|mother|mom|mum|father|dad|parents|brother|sister|siblings?|grandma|grandmother|grandpa|grandfather|grandparents|uncle|aunt|cousin|niece|nephew|family|fam|friends?|best friend|boss|manager|colleagues?|coworkers?|roommate|neighbou?r|teacher|mentor|coach|doctor|dentist|therapist|landlord";
const PETS =
  "dogs?|cats?|pupp(?:y|ies)|pups?|kittens?|kitty|hamster|guinea pig|rabbit|parrot|fish|turtle|horse|pets?|snake";
const SUBJECT = String.raw`\b(?:i|we|my (?:${PEOPLE}|family) and i|me and my [a-z]+|i and my [a-z]+)`;
const ADVERBS = String.raw`(?:\s+(?:also|just|recently|finally|actually|really|still|now|even|always|usually|often|never|both|all|once|already|currently|lately|absolutely|totally|definitely|sometimes|mostly|kind of|kinda|first|then|got to|used to|ended up|managed to))*`;
const DO = String.raw`${SUBJECT}(?:['’](?:ve|d)|\s+have|\s+had|\s+has)?${ADVERBS}\s+`;
const AM = String.raw`\b(?:i|we|my [a-z]+ and i)(?:['’](?:m|re)|\s+am|\s+are|\s+was|\s+were|['’]ve been|\s+have been)${ADVERBS}\s+`;

const PAST =
  "went|visited|bought|got|started|finished|signed up|met|adopted|won|lost|took|made|painted|drew|wrote|read|watched|ran|attended|joined|celebrated|moved|left|quit|applied|graduated|retired|opened|launched|founded|built|created|designed|learn(?:ed|t)|studied|taught|gave|sold|saw|played|performed|hosted|organi[sz]ed|volunteered|donated|helped|traveled|travelled|flew|drove|hiked|camped|climbed|swam|cooked|baked|planted|grew|broke|hurt|injured|fell|had|took up|tried|picked up|put up|set up|received|earned|passed|failed|completed|participated|competed|presented|spoke|talked|gave a talk|published|recorded|released|booked|ordered|reserved|ate|explored|discovered|found|hired|interviewed|married|divorced|engaged|proposed|born|raised|renovated|fixed|repaired|changed|switched|upgraded|dropped|stopped|gave up|became|turned|hung out|spent|saved|raised|practi[cs]ed|trained|danced|sang|dressed|dyed|carved|hit|hid|ran into|came|brought|invited|shared|lived|worked|added|expanded|teamed up|collaborated|invested|rented|caught|collected|checked out|enrolled|decorated";
const EVENT_VERB = String.raw`(?:${PAST})\b`;

/** The most telling ones first. */
export const PATTERNS: Pattern[] = [
  {
    pattern:
      /\b(?:i['’]?m|i am|we are|we['’]re|(?:he|she|my \w+) is) (?:\w+ ){0,2}allergic\b|\b(?:i|we|my \w+) (?:have|has) (?:an? )?(?:[\w-]+ ){0,2}(?:allerg(?:y|ies)|intolerance|asthma|diabetes|migraines?)\b|\ballergic to\b|\b(?:i was|i got|i['’]ve been) diagnosed with\b|\b(?:i|we) (?:can['’]?t|cannot) (?:eat|drink|have|tolerate)\b|\bi['’]?(?:m| am) on (?:an? |the )?(?:[\w-]+ ){0,2}(?:diet|medication)\b/i,
    kind: "fact",
    tag: "health",
    score: 5,
    terse: true,
  },
  {
    pattern:
      /\b(?:my|our|(?:my|our) [\w'’ -]{2,30}['’]s|(?:my|our) \w+) (?:birthday|anniversary)\b.{0,30}?\b(?:is|was|on|\d)/i,
    kind: "fact",
    tag: "birthday",
    score: 4.5,
    terse: true,
  },
  {
    pattern:
      /\b(?:my name is|i(?:['’]m| am) called|(?:people|friends|everyone) calls? me|(?:please )?call me (?-i:[A-Z])|i report to (?-i:[A-Z])|i(?:['’]m| am) \d{1,3}(?: years old\b| now\b|(?=\s*(?:[.,;!]|and\b|$)))|i was born (?:in|on))/i,
    kind: "fact",
    tag: "identity",
    score: 4.5,
    terse: true,
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:i|we|my (?:${PEOPLE}))(?:['’]ve)? (?:(?:now|both|all|still|currently|just|recently) )*(?:lived?s?|grew up|moved|relocated|settled)(?: (?:back|here|there|together|out|away|down))* (?:in|to|into|from|near|at|on)\b`,
      "i",
    ),
    kind: "fact",
    tag: "home",
    score: 4,
    terse: true,
  },
  {
    pattern:
      /\b(?:my|our) (?:(?:work|private|new|home|office|postal) )?(?:phone|mobile|cell|e-?mail|address|website|handle|username)(?: number| address)? (?:is|has changed to)\b/i,
    kind: "fact",
    tag: "contact",
    score: 4,
    terse: true,
  },
  {
    pattern: /\b(?:i|we)(?:['’]ll| will) be (?:in|at|on|away|out|off|back|travell?ing)\b/i,
    kind: "event",
    tag: "plans",
    score: 2.8,
  },
  {
    pattern: new RegExp(
      `${AM}(?:living|based|moving|relocating|staying|from)\\b (?:in|to|into|at|near|with|[A-Z])`,
      "i",
    ),
    kind: "fact",
    tag: "home",
    score: 3.6,
    terse: true,
  },
  {
    pattern:
      /\b(?:lost|quit|left|got|landed|found|started|changed|resigned from) (?:my|a|the|his|her)(?: [\w-]+){0,2} (?:job|internship|business|position|promotion|store|shop|studio|company|degree)\b|\b(?:i|we) (?:got|was|were) (?:promoted|laid off|fired|hired)\b/i,
    kind: "event",
    tag: "work",
    score: 3.8,
  },
  {
    pattern: new RegExp(
      `${DO}(?:work(?:ed)?|works) (?:as|at|for|in|with|on|part|full|from)\\b|\\bmy (?:new |old |current |day |dream )?(?:job|work|career|business|company|startup|store|shop|studio|major|degree|thesis|profession)\\b`,
      "i",
    ),
    kind: "fact",
    tag: "work",
    score: 3.4,
  },
  {
    pattern: new RegExp(
      `${AM}(?:an? |the )(?!bit|little|lot|huge|big|good|great|tad|mess|firm|total|while|hard|long|few|tough|real|true|better|fun)[a-z]|${AM}(?:married|single|divorced|engaged|pregnant|retired|vegan|vegetarian|left-handed|gay|trans|transgender|bisexual|unemployed|self-employed|lactose|gluten|diabetic|expecting)\\b`,
      "i",
    ),
    kind: "fact",
    tag: "identity",
    score: 3.4,
    terse: true,
  },
  {
    pattern: new RegExp(
      `\\b(?:my|our) (?:(?:${PEOPLE})(?:['’]s? name)?|(?:\\w+ )?(?:${PETS})(?:['’]s? name)?)(?: [A-Z][a-z]+)?,? (?:is|are|was|were|has|have|had|just|also|works?|lives?|loves?|likes?|hates?|called|named|went|got|started|plays?|studies|turned|turns|moved|passed|died|gave|made|taught|said|told|bought|came|wants?|always|never|and I)\\b`,
      "i",
    ),
    kind: "fact",
    tag: "people",
    score: 3,
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:i|we)(?:['’]ve| have| own| adopted| got)(?: got)?(?: \w+){0,4} (?:${PETS}|kids|children|sons?|daughters?|brothers?|sisters?|siblings?)\b|\b(?:${PETS}|son|daughter|brother|sister|wife|husband|friend|baby)(?:['’]s)? (?:(?:is|are) )?(?:named|called)\b|\bmy (?:\w+ )?(?:${PETS})\b`,
      "i",
    ),
    kind: "fact",
    tag: "people",
    score: 3.4,
    terse: true,
  },
  {
    pattern:
      /\b(?:my|our) (?:all[- ]time )?(?:fav(?:ou?rites?|e|s)?|go-to|dream|top|main|biggest|ultimate)\b(?: [\w'’-]+){0,6}? (?:is|are|was|were|would be|has to be|have to be)\b|\b(?:is|are|was) (?:definitely |probably )?(?:my|our) (?:all[- ]time )?(?:fav(?:ou?rites?|e|s)?|go-to|passion|hobby|escape|happy place)\b/i,
    kind: "preference",
    tag: "preference",
    score: 3.6,
  },
  {
    pattern: new RegExp(
      `${DO}(?:prefer|hate|dislike|can['’]?t stand|cannot stand|(?:don['’]?t|do not|never) (?:like|eat|drink|smoke|use)|(?:stopped|quit) (?:eating|drinking|smoking|using))\\b(?! (?:it|that|this|you|your|how|when|what|them)\\b)`,
      "i",
    ),
    kind: "preference",
    tag: "preference",
    score: 3,
    terse: true,
  },
  {
    pattern: new RegExp(
      `${DO}(?:prefer|hate|dislike|adore|enjoy|can['’]?t stand|cannot stand|don['’]?t (?:like|eat|drink|want|enjoy|use|smoke)|do not (?:like|eat|drink)|love|like|loved|liked|enjoyed|miss|collect)\\b(?! (?:it|that|this|you|your|how|hearing|to hear|the idea|what|seeing how|them)\\b)|${AM}(?:into|a (?:big |huge )?fan of|obsessed with|passionate about|interested in|keen on|fond of|scared of|afraid of|fascinated by)\\b`,
      "i",
    ),
    kind: "preference",
    tag: "preference",
    score: 2.6,
  },
  {
    pattern:
      /\b(?:i|we)(?:['’]ve| have)? (?:also |finally |just |already |both )*(?:decided|chose|chosen|picked|settled on|agreed (?:to|on|that|with)|opted|made up (?:my|our) minds?)\b|\b(?:we|i)(?:['’]re| are|['’]m| am) going with\b/i,
    kind: "decision",
    tag: "decision",
    score: 3.2,
  },
  {
    pattern:
      /\b(?:i|we)(?:['’]ve| have)(?: got)? (?:an? )?(?:\w+ ){0,3}(?:appointment|meeting|interview|flight|exam|deadline|reservation|competition|tournament|concert|show|recital|wedding|trip|race|audition|surgery|conference|presentation|game|gig|date)\b/i,
    kind: "event",
    tag: "plans",
    score: 3.4,
  },
  {
    pattern:
      /\b(?:i|we)(?:['’]?m|['’]re| am| are)(?: also| still| now| both| actually| all)? (?:planning|going|hoping|thinking (?:of|about)|looking (?:into|forward to|at)|saving|preparing|getting ready|about to|considering|aiming|trying) (?!to (?:say|ask|tell|be honest))|\b(?:gonna|(?:i|we) plan(?:ned)? (?:to|on)|(?:i|we) intend to)\b|\b(?:i|we)['’]?ll be \w+ing\b/i,
    kind: "task",
    tag: "plans",
    score: 2.4,
  },
  {
    pattern:
      /\b(?:my|our) (?:\w+ )?(?:goals?|dreams?|plans?|hobb(?:y|ies)|passion|tradition|routine|secret|inspiration|motivation|resolution)\b|\b(?:i|we)(?:['’]ve)? (?:always )?(?:want(?:ed)?|dreamed|dreamt|hope) (?:to|of) (?!(?:say|ask|tell|know|hear|see (?:you|it|that)|share|show|thank|let|hang|catch)\b)/i,
    kind: "fact",
    tag: "goals",
    score: 2.4,
  },
  {
    pattern:
      /\b(?:i|we)(?:['’]ve| have) (?:been|always|never|also|just|recently|only|had|got|known|owned|lived|worked|played|done|seen|read|tried)(?: \w+){0,2}\b|\bfor (?:\w+ )?\d+ years\b|\bsince (?:i|we|\d{4}|last|high|college|childhood)\b/i,
    kind: "fact",
    tag: "background",
    score: 1.8,
  },
  {
    pattern:
      /\b(?:i|we) (?:always|never|usually|rarely|hardly ever|only) (?!will\b|forget|thought|wanted|feel|felt|knew|know|heard|think|mind|expect)\w+ |\b(?:i|we)(?:['’]ve| have) never (?:been|tried|seen|had|eaten|used|read|learned)\b|\bi['’]?(?:m| am) not an? (?:big |huge )?fan of\b/i,
    kind: "preference",
    tag: "habits",
    score: 2.4,
    terse: true,
  },
  {
    pattern:
      /\b(?:i|we) want to (?:learn|become|visit|move|buy|start|study|quit|retire|see) (?!it\b|that\b|this\b|you\b|how\b|what\b|the (?:result|answer))/i,
    kind: "task",
    tag: "goals",
    score: 2.4,
    terse: true,
  },
  {
    pattern:
      /\b(?:i|we)(?:['’](?:m|re)| am| are)? (?:(?:now|currently|also|still|mostly|always|only) )*(?:use|using|drive|own|ride|speak|learning|studying|writing|building|restoring|training for|volunteering|teaching|playing) (?!it\b|that\b|this\b|the\b|them\b|you\b|my (?:voice|story|words)\b)/i,
    kind: "fact",
    tag: "habits",
    score: 2.2,
    terse: true,
  },
  { pattern: new RegExp(`${DO}${EVENT_VERB}`, "i"), kind: "event", tag: "events", score: 1.9 },
  {
    pattern:
      /\b(?:i|we) (?:own|have|drive|use|play|run|teach|study|speak|volunteer|practi[cs]e|do|go|take|make|paint|write|read|collect|grow|cook|bake|train|swim|dance|sing|meet|usually|often|always|never|sometimes|try)\b/i,
    kind: "fact",
    tag: "habits",
    score: 1.7,
  },
  {
    pattern:
      /\b(?:i|we)['’](?:m|re) (?!sure|so|glad|happy|sorry|proud|not sure|here|really|very|always|all|thankful|grateful|lucky|pumped|stoked|excited)(?:\w+ing|taking|learning)\b/i,
    kind: "fact",
    tag: "present",
    score: 1.3,
  },
];
/** "Went camping last week": the subject is left out. */
export const ELIDED = new RegExp(
  `^(?:(?:just|recently|finally|also|actually|last \\w+|yesterday)[,\\s]+)*(?:${PAST}|been|gonna|going to|planning|researching|working on|looking into|thinking of|trying|started)\\s(?!it\\b|that\\b|you\\b|ahead\\b|for it)`,
  "i",
);
/** Of "my" alone nothing is known yet. */
export const MINE =
  /\b(?:my|our) (?!(?:opinion|mind|point|question|bad|goodness|god|pleasure|friend[!.,]|man[!.,])\b)[a-z]/i;
/** How they wish to be answered, whatever words it is put in. */
export const STYLE =
  /\bi(?:['’]d| would)? (?:much |really )?(?:rather|prefer|like|love|hate|want)\b(?!.*\b(?:your|this|that|the|these|those|last|first|second) (?:\w+ )?(?:answer|reply|response|example|explanation))(?=.*\b(?:answers?|replies|responses?|bullets?|bullet points|emojis?|examples|explanations|metric units|(?:british|american) spelling)\b)/i;
