/** What only leads to a statement, or answers the other. */
export const LEADING =
  /^(?:(?:yeah|yes|yep|yup|yea|no|nope|nah|oh|wow|well|so|and|but|ok|okay|hey|hi|hello|haha|lol|thanks|thank you|thx|sure|sure thing|absolutely|definitely|totally|exactly|right|true|agreed|aw+|by the way|btw|actually|also|fyi|woah|besides that|since (?:we (?:last )?(?:talked|spoke|chatted|met)(?: last)?|(?:our|the) last (?:chat|talk|conversation))|best of all|in the meantime|taking your advice|(?:so much|a lot|lots)(?:['’]s| has| have)(?: been)? (?:happen(?:ed|ing)|going on)(?: \w+){0,3} since we (?:last )?(?:talked|spoke|chatted|met)|for asking|just wanted to (?:say|tell you|let you know)|anyway|guess what|you know|honestly|to be honest|plus|cool|great|nice|awesome|congrats)(?:,? (?:so much|a lot|(?-i:[A-Z][a-z]+)))?[\s,.!–—-]+)+/i;

/** What has the form of a statement about oneself, and tells nothing that lasts. */
const REFUSALS: RegExp[] = [
  /\?["”’)\s]*$/,
  // Hypotheses, requests, courtesies, words about the other.
  /^(?:if|when i say|imagine|suppose|let['’]?s say|what if|maybe|perhaps|let me|let['’]s|please|can you|could you|would you|will you|do you|did you|have you|are you|you\b|your\b|thanks|thank you|glad|good luck|congrat|sounds|that['’]?s|this is|it['’]?s|what a|how |wow|keep|take care|can['’]t wait|same here|me too|hope)/i,
  /^(?:don['’]?t|do not|be|never|almost|as|like|it (?:made|makes|was|is|has)|they['’]?re|he['’]?s|she['’]?s)\b/i,
  /^(?:tomorrow|tonight|it)['’]s gonna\b|^a lot (?:has|have)\b|^since (?:then|i was)[^,]*$/i,
  // Thoughts, wishes and doubts.
  /\bi (?:would|could|should|might|may|wish|wonder|guess|suppose|mean|agree|doubt|bet|appreciate|understand|see what|hear|can imagine|want you|need you|have (?:a|another|one) question|need (?:help|your|some help))\b/i,
  /\bi (?:know (?:what|how|you|that|it)|(?:don['’]?t|do not) (?:know|understand|think|remember)|can['’]?t (?:believe|wait to (?:hear|see))|hope (?:you|that|this|it)|think (?:you|that|it|this|so|we should)|want to (?:know|ask|thank))\b/i,
  /\bi['’](?:d|ll let|ll send|ll show|ll keep you)\b|\bi can\b(?!['’])(?! (?:speak|play|swim|drive|read|cook|only|never))/i,
  // Feelings towards the other and about life.
  /\b(?:i['’]m|i am) (?:so |really |very |super )?(?:sorry|glad|happy|proud|sure|not sure|curious|here for|confused|impressed|asking|wondering|rooting|sending) ?(?:you|to hear|that you|of you|for you|if|what|how|about you)?\b(?! (?:with|to (?:have|be|own)))/i,
  /\b(?:mean|means) (?:a lot|so much|the world)\b|\bthank(?:s| you) for\b|\btalk to you\b|\bsee you\b|\blooking forward to (?:seeing|hearing|it|that|the|our|your)\b/i,
  /\bwe(?:['’]ll| will| can| could| should)\b.*\b(?:together|each other)\b|\bour (?:future|lives|world|stories|paths?)\b/i,
  /\b(?:makes?|made|keeps?|kept|remind(?:s|ed)?|motivat(?:es?|ed)|inspir(?:es?|ed)|driv(?:es?|ing)|gets?|push(?:es|ed)?) (?:me|us)\b/i,
  /\b(?:stay(?:ing)?|being|remain(?:ing)?) (?:positive|hopeful|motivated|active|strong|focused|determined|optimistic)\b/i,
  /\bno matter what\b|\bto do what i love\b|\blivin(?:g|['’]) (?:my|the) dreams?\b|\bmake (?:it|things) happen\b|\bnot (?:gonna|going to) (?:give|let|stop|quit)\b|\bwon['’]t (?:give up|let|stop)\b/i,
  /\b(?:been|times are) (?:tough|hard|rough)\b|\b(?:tough|hard|rough) times\b|\b(?:is|are) (?:so|really|super|very) important\b|\bgonna be an? (?:great|awesome|amazing)\b/i,
  // What it is about stands somewhere else.
  /\b(?:support|help|see|do|make|for|with|like) (?:them|it|that)(?: happen)?[\s.!]*$|\bout of (?:it|this)\b/i,
  /\bsince (?:we (?:last )?|our last |the last )(?:chat|talk|conversation|talked|spoke|chatted|met)\b/i,
  // The work of the hour.
  /\b(?:errors?|bugs?|exceptions?|stack ?traces?|screenshots?|attach(?:ed|ment)|upload(?:ed|ing)|pasted|csv|tests? (?:again|pass|fail)|doesn['’]t work|not working)\b/i,
  /\b(?:the|this|these|a|my) (?:\w+ )?(?:file|draft|document|code|script|function|query|paragraph|column|table|title|version|prompt|spreadsheet)s?\b/i,
  // Commands.
  /^(?:please |now |then |also )*(?:write|translate|summari[sz]e|explain|give|show|tell|list|make|create|fix|find|help|add|remove|change|rewrite|generate|check|compare|calculate|convert|describe|use|answer|send|draft|look|open|run|try|remind)\b (?:me|us|a|an|the|this|that|it|my|all|these|some|up|at|out)\b/i,
];
export const isRefused = (sentence: string): boolean => REFUSALS.some((refusal) => refusal.test(sentence));
