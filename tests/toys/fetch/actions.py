from dogpark.kernel.actions import ActionTable, Kind, Whole

TABLE = ActionTable(
    Kind("throw", (Whole("arm", 1, 3),), "throw with arm {arm}"),
    Kind("ball", (Whole("weight", 0, 4),), "a ball of weight {weight}"),
)
THROW, BALL = TABLE.bases("throw", "ball")
