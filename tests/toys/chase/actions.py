from dogpark.kernel.actions import ActionTable, Kind, Whole

TABLE = ActionTable(
    Kind("trot"),
    Kind("sprint"),
    Kind("first", (Whole("dog", 0, 2),), "dog {dog} is quickest off the mark"),
    Kind("whistle"),
)
TROT, SPRINT, FIRST, WHISTLE = TABLE.bases("trot", "sprint", "first", "whistle")
